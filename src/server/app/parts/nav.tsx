import { RecentIcon, SearchIcon, TagsIcon, TodosIcon, TrashIcon } from './icons.tsx';

const PLACES = [
  ['/', 'Recent', RecentIcon],
  ['/search', 'Search', SearchIcon],
  ['/todos', 'Todos', TodosIcon],
  ['/tags', 'Tags', TagsIcon],
  ['/trash', 'Trash', TrashIcon],
] as const;

/** The ways around: at the foot of a phone, at the head of a wider screen. */
export function Nav({ path }: { path: string }) {
  return (
    <nav class="nav" aria-label="Main">
      {PLACES.map(([to, name, Icon]) => (
        <a key={to} href={to} aria-current={path === to ? 'page' : undefined}>
          <Icon />
          <span>{name}</span>
        </a>
      ))}
    </nav>
  );
}
