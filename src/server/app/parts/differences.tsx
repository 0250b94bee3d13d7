import type { Differences as Found, Piece } from '../shapes.ts';

/** How much of what stayed the same is shown around what did not, in lines. */
const AROUND = 2;

/** What changed on a page in one line: its fields, and how many words of its text. */
export function Differences({ of: { fields, words } }: { of: Found }) {
  return (
    <>
      {fields.map(({ field, before, after }) => (
        <span key={field}>{sayField(field, before, after)}</span>
      ))}
      {words !== undefined && (
        <span>
          {words.added > 0 && `${words.added} ${words.added === 1 ? 'word' : 'words'} more`}
          {words.added > 0 && words.removed > 0 && ', '}
          {words.removed > 0 && `${words.removed} ${words.removed === 1 ? 'word' : 'words'} less`}
          {words.added + words.removed === 0 && 'other marks or blanks'}
        </span>
      )}
    </>
  );
}

function sayField(field: string, before: string | undefined, after: string | undefined): string {
  if (field === 'trashed') return after === undefined ? 'out of the trash' : 'to the trash';
  if (field === 'tags' && !isCut(before) && !isCut(after)) return sayTags(before, after);
  return `${field}: ${short(before)} → ${short(after)}`;
}

/** The store shows at most 200 characters of a value. */
function isCut(value = ''): boolean {
  return value.length >= 200;
}

/** Which tags came and which went; both lists are written with commas. */
function sayTags(before = '', after = ''): string {
  const [old, now] = [before, after].map((list) => list.split(', ').filter((tag) => tag !== ''));
  const came = now?.filter((tag) => !old?.includes(tag)).map((tag) => `+#${tag}`) ?? [];
  const went = old?.filter((tag) => !now?.includes(tag)).map((tag) => `−#${tag}`) ?? [];
  return [...came, ...went].join(' ');
}

function short(value = 'none'): string {
  return value.length > 60 ? `${value.slice(0, 59)}…` : value;
}

/** A text with what was put in and taken out marked, and most of the rest left out. */
export function WordDiff({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <div class="diff">
      {pieces.map(({ kind, text }, i) => {
        if (kind === 'added') return <ins key={i}>{text}</ins>;
        if (kind === 'removed') return <del key={i}>{text}</del>;
        return <span key={i}>{near(text, i === 0, i === pieces.length - 1)}</span>;
      })}
    </div>
  );
}

/** What stayed, but for what is far from anything that did not. */
function near(text: string, isFirst: boolean, isLast: boolean): string {
  const lines = text.split('\n');
  if (lines.length <= 2 * AROUND + 1) return text;
  const before = isFirst ? [] : lines.slice(0, AROUND);
  const after = isLast ? [] : lines.slice(-AROUND);
  return [...before, '…', ...after].join('\n').replace(/\n+…$/, '\n…');
}
