/** How far into a page its own word about its charset is looked for (HTML standard). */
const HEAD = 1024;

/**
 * The text of a page: by its byte order mark, what the server says, what its head says, else
 * UTF-8 where it is that, else windows-1252, as browsers do. What cannot be read becomes U+FFFD.
 */
export function textOf(bytes: Buffer, type: string): string {
  const marked = markOf(bytes);
  const said = /charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(type)?.[1];
  const head = bytes.subarray(0, HEAD).toString('latin1');
  const written = /<meta[^>]{0,200}?charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(head)?.[1];
  for (const label of [marked, said, written]) {
    const decoder = label === undefined ? undefined : decoderOf(label);
    if (decoder !== undefined) return decoder.decode(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function markOf(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

function decoderOf(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined; // a charset nobody knows
  }
}
