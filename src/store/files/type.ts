/** Pictures that browsers show. What else looks like one, SVG above all, is not among them. */
const SHOWN = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'] as const;
/** Pictures that can be turned into one of those. */
const HEIC = ['image/heic', 'image/heif'] as const;

const PICTURES: ReadonlySet<string> = new Set([...SHOWN, ...HEIC]);
const OPENED: ReadonlySet<string> = new Set([...SHOWN, 'application/pdf', 'text/plain']);

/** Whether a file of this type is a picture. */
export function isPicture(type: string): boolean {
  return PICTURES.has(type);
}

/** Whether a picture of this type must be decoded before a browser can show it. */
export function isHeic(type: string): boolean {
  return HEIC.some((each) => each === type);
}

/** Whether a browser may open a file of this type itself; all others it only saves. */
export function mayOpen(type: string): boolean {
  return OPENED.has(type);
}

/** So much of a file is looked at to tell its type, in bytes. */
export const HEAD = 64 * 1024;

/**
 * The media type of a file by its first bytes, whatever its name or sender says: `text/plain` for
 * all that is UTF-8 text, markup too, and `application/octet-stream` for what is not known.
 */
export async function typeOf(head: Uint8Array, isText: boolean): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head.subarray(0, HEAD)).catch(() => undefined);
  const type = found?.mime.toLowerCase().split(';', 1)[0] ?? '';
  // a text that happens to begin like something else is still a text, but for the one that is both
  if (isText && type !== 'application/pdf') return 'text/plain';
  if (/^image\/hei[cf]-sequence$/.test(type)) return 'image/heic';
  if (type === 'image/apng') return 'image/png';
  return /^[a-z]+\/[\w.+-]{1,80}$/.test(type) ? type : 'application/octet-stream';
}
