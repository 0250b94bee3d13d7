import type { ComponentChildren } from 'preact';

/* Drawn with the text's colour, 24 units wide, one line weight. */

function Icon({ children }: { children: ComponentChildren }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  );
}

export const RecentIcon = () => (
  <Icon>
    <path d="M4 6h16M4 12h16M4 18h10" />
  </Icon>
);

export const SearchIcon = () => (
  <Icon>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
  </Icon>
);

export const TodosIcon = () => (
  <Icon>
    <rect x="4" y="4" width="16" height="16" rx="3.5" />
    <path d="m8 12.2 2.8 2.8L16 9.5" />
  </Icon>
);

export const TagsIcon = () => (
  <Icon>
    <path d="M9.5 4 7.5 20M16.5 4l-2 16M4.5 9h16M3.5 15h16" />
  </Icon>
);

export const PhotoIcon = () => (
  <Icon>
    <path d="M4 8h3.5L9 5.5h6L16.5 8H20v11H4z" />
    <circle cx="12" cy="13" r="3.3" />
  </Icon>
);

export const TrashIcon = () => (
  <Icon>
    <path d="M4 7h16M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13" />
  </Icon>
);
