// The columns of all pages with their tags and links as JSON, made by SQLite alone.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { openStore } = createRequire(import.meta.url)(
  join(import.meta.dirname, '../../dist/store.cjs'),
);
const store = openStore(process.argv[2]);
const { json } = store.get(
  `SELECT json_group_array(json_object('title', p.title, 'filePath', p.path, 'url', p.slug,
     'meta', json(coalesce(p.fields, '{}')),
     'tags', (SELECT json_group_array(t.shown) FROM page_tags pt JOIN tags t ON t.id = pt.tag_id WHERE pt.page_id = p.id),
     'links', (SELECT json_group_array(l.written) FROM links l WHERE l.page_id = p.id))) AS json FROM pages p`,
);
process.stdout.write(json);
