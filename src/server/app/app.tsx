import { LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { useEffect, useState } from 'preact/hooks';

import { listenToKeys } from './keys.ts';
import { Nav } from './parts/nav.tsx';
import { Notices } from './parts/notices.tsx';
import { Shortcuts } from './parts/shortcuts.tsx';
import { ToastLine } from './parts/toast.tsx';
import { Waiting } from './parts/waiting.tsx';
import { PageView } from './views/page.tsx';
import { Recent } from './views/recent.tsx';
import { Review } from './views/review.tsx';
import { Search } from './views/search.tsx';
import { TagsView } from './views/tags.tsx';
import { Todos } from './views/todos.tsx';
import { Trash } from './views/trash.tsx';

const TITLES: Readonly<Record<string, string>> = {
  '/search': 'Search · scrap',
  '/todos': 'Todos · scrap',
  '/tags': 'Tags · scrap',
  '/review': 'Review · scrap',
  '/trash': 'Trash · scrap',
};

export function App() {
  return (
    <LocationProvider>
      <Shell />
    </LocationProvider>
  );
}

function Shell() {
  const { path, route } = useLocation();
  const [hasHelp, setHelp] = useState(false);
  useEffect(() => listenToKeys({ go: route, help: () => setHelp(true) }), []);
  useEffect(() => {
    if (!path.startsWith('/p/')) document.title = TITLES[path] ?? 'scrap';
    // Where the focus was is gone: the keyboard and a screen reader begin at the new heading.
    if (document.activeElement === document.body && history.length > 1) {
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    }
  }, [path]);

  return (
    <>
      <header class="top">
        <a class="wordmark" href="/" aria-label="scrap, recent pages">
          scrap
        </a>
        <Nav path={path} />
        <button class="help" type="button" aria-label="Keys" onClick={() => setHelp(true)}>
          ?
        </button>
      </header>
      <main>
        <Notices />
        <Waiting />
        <Router>
          <Route path="/" component={Recent} />
          <Route path="/add" component={Recent} />
          <Route path="/search" component={Search} />
          <Route path="/todos" component={Todos} />
          <Route path="/tags" component={TagsView} />
          <Route path="/review" component={Review} />
          <Route path="/trash" component={Trash} />
          <Route path="/p/:slug" component={PageView} />
          <Route default component={Nowhere} />
        </Router>
      </main>
      <ToastLine />
      <Shortcuts shown={hasHelp} close={() => setHelp(false)} />
    </>
  );
}

function Nowhere() {
  return (
    <div class="view">
      <h1 tabIndex={-1}>Nothing here</h1>
      <p>
        This address leads nowhere. <a href="/">Recent pages</a>
      </p>
    </div>
  );
}
