/**
 * SHA-256 of texts, one after another as UTF-8. node:crypto is fetched when the first one is
 * wanted, since loading it costs a tenth of a start and what only reads needs none.
 */
export function sha256(...texts: readonly string[]): Buffer {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  for (const text of texts) hash.update(text, 'utf8');
  return hash.digest();
}
