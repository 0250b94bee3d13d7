import { useEffect, useState } from 'preact/hooks';

import type { Attached } from '../outbox/entry.ts';

/** Files that are about to be saved, each as a small picture where it is one. */
export function AttachedFiles({
  files,
  remove,
}: {
  files: readonly Attached[];
  remove?: (at: number) => void;
}) {
  if (files.length === 0) return null;
  return (
    <ul class="attached">
      {files.map((file, at) => (
        <li key={`${file.name} ${file.bytes.size} ${at}`}>
          <Preview file={file} />
          {remove !== undefined && (
            <button
              class="quiet"
              type="button"
              aria-label={`Leave out ${file.name}`}
              onClick={() => remove(at)}
            >
              ×
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Preview({ file: { name, bytes } }: { file: Attached }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!bytes.type.startsWith('image/')) return undefined;
    const made = URL.createObjectURL(bytes);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes]);
  // Not every browser can show every picture; then its name stands for it.
  if (address === undefined) return <span class="file-name">{name}</span>;
  return <img src={address} alt={name} onError={() => setAddress(undefined)} />;
}
