-- The store's first shape: pages with their text, what is derived from it, and what happened.

CREATE TABLE pages (
  -- the second of its creation, or the next free one, so that "newest first" is row order, in
  -- the full-text index too, also for a page whose file is ten years old when it is imported
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  kind TEXT NOT NULL,
  status TEXT,
  due TEXT,                      -- a calendar day, YYYY-MM-DD: never an instant
  scheduled TEXT,                -- the day it is planned for
  start TEXT,                    -- the day before which it cannot be begun
  repeat TEXT,                   -- the rule, in words: every week
  follows INTEGER,               -- the page whose completion made this one; no foreign key: that may be purged
  priority INTEGER,              -- 1 (highest) to 5
  day TEXT GENERATED ALWAYS AS (coalesce(due, scheduled)) VIRTUAL,
  -- no priority sorts between 3 and 4, where Obsidian Tasks has it
  urgency REAL NOT NULL GENERATED ALWAYS AS (coalesce(priority, 3.5)) VIRTUAL,
  open INTEGER NOT NULL,         -- 1: a todo outside the trash that is still to be done
  author TEXT NOT NULL,          -- stamped by the door; no input reaches these three
  source TEXT NOT NULL,
  client TEXT,                   -- the label an agent came under: a claim, not proof
  origin TEXT,
  fields TEXT,                   -- JSON object: front matter keys scrap has no column for
  overlay TEXT,                  -- JSON object: metadata that is not in the text (pages/overlay.ts)
  collection TEXT,               -- with path: where an imported page came from
  path TEXT,
  encoding TEXT NOT NULL,        -- how its bytes were written, so that export is exact
  created TEXT NOT NULL,         -- RFC 3339 UTC with milliseconds, as every time here
  updated TEXT NOT NULL,
  done TEXT,
  revision INTEGER NOT NULL,     -- number of the last change to it: the token an edit starts from
  quiet INTEGER NOT NULL,        -- 1: imported and not changed here since, so `recent` leaves it out
  trashed TEXT,
  warnings TEXT,                 -- JSON array of sentences about the text
  sha256 BLOB NOT NULL           -- of the UTF-8 text: SQLite's own checks do not see a flipped bit
);
CREATE UNIQUE INDEX pages_by_path ON pages (collection, path) WHERE path IS NOT NULL;
CREATE INDEX pages_recent ON pages (revision DESC, id DESC) WHERE trashed IS NULL AND quiet = 0;
CREATE INDEX pages_by_revision ON pages (revision DESC, id DESC) WHERE trashed IS NULL;
CREATE INDEX pages_trashed ON pages (trashed DESC, id DESC) WHERE trashed IS NOT NULL;
CREATE INDEX pages_by_day ON pages (day, urgency, id) WHERE open = 1 AND day IS NOT NULL;
CREATE INDEX pages_undated ON pages (urgency, id) WHERE open = 1 AND day IS NULL;
-- what repeats is followed once, however often it is done
CREATE UNIQUE INDEX pages_follows ON pages (follows) WHERE follows IS NOT NULL;
CREATE INDEX pages_done ON pages (done DESC, id) WHERE done IS NOT NULL AND trashed IS NULL;

-- Apart from pages, so that lists and exports of metadata never read past it.
CREATE TABLE texts (
  page_id INTEGER PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,
  text TEXT NOT NULL
);

CREATE TABLE tags (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,     -- NFC and case-folded: what is compared
  shown TEXT NOT NULL,           -- as it was first written
  pages INTEGER NOT NULL         -- pages not in the trash, kept by the writing transaction
);
CREATE TABLE page_tags (
  page_id INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags (id),
  PRIMARY KEY (page_id, tag_id)
) WITHOUT ROWID;
CREATE INDEX page_tags_by_tag ON page_tags (tag_id, page_id DESC);

-- Checkbox lines. Read out of the text, so replaced whole whenever it changes.
CREATE TABLE items (
  page_id INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
  line INTEGER NOT NULL,         -- from 1, in the text as stored
  text TEXT NOT NULL,            -- the line after its box
  status TEXT NOT NULL,
  due TEXT,
  scheduled TEXT,
  start TEXT,
  priority INTEGER,
  repeat TEXT,
  tags TEXT,                     -- JSON array of tag row numbers; NULL when there are none
  urgency REAL NOT NULL GENERATED ALWAYS AS (coalesce(priority, 3.5)) VIRTUAL,
  day TEXT GENERATED ALWAYS AS (coalesce(due, scheduled)) VIRTUAL,
  open INTEGER NOT NULL,         -- 1: still to be done, and its page is not in the trash
  PRIMARY KEY (page_id, line)
) WITHOUT ROWID;
CREATE INDEX items_by_day ON items (day, urgency, page_id, line) WHERE open = 1 AND day IS NOT NULL;
CREATE INDEX items_undated ON items (urgency, page_id, line) WHERE open = 1 AND day IS NULL;

-- What the text points at, as written; where that leads is decided when it is asked.
CREATE TABLE links (
  page_id INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  line INTEGER NOT NULL,
  kind TEXT NOT NULL,            -- wiki, embed, child ([[a]]#), parent (#[[a]]) or markdown
  target TEXT NOT NULL,          -- folded as names are compared; '' for a link within its page
  file TEXT,                     -- the name of the file, of a target that is a path
  written TEXT NOT NULL,         -- the target as it stands in the text
  anchor TEXT,                   -- #heading or ^block
  label TEXT,
  PRIMARY KEY (page_id, ordinal)
) WITHOUT ROWID;
CREATE INDEX links_by_target ON links (target, page_id);
CREATE INDEX links_by_file ON links (file, page_id) WHERE file IS NOT NULL;

-- The front matter of a text, with what its folders' YAML says below it, keys and values as Emanote has them, for those who ask for all pages'
-- at once: to parse it takes longer than everything else they are told.
CREATE TABLE front_matter (
  page_id INTEGER PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,
  json TEXT NOT NULL             -- an object; without `tags`, which are a page's own
);

-- What else a page is called: slugs it had (reserved for ever), and, read out of it, its title,
-- the aliases of its front matter, the name of its file without folders and extension, and of
-- guide/index.md the name of its folder; and the address of a link page, as addresses are compared.
CREATE TABLE names (
  name TEXT NOT NULL,            -- folded as names are compared (pages/names.ts)
  kind TEXT NOT NULL,            -- former, title, alias, file, folder or address
  page_id INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
  PRIMARY KEY (name, kind, page_id)
) WITHOUT ROWID;
CREATE INDEX names_by_page ON names (page_id);

-- Folders that stay their owner's and are mirrored: the pages of a collection belong to its files.
CREATE TABLE notebooks (
  name TEXT PRIMARY KEY,         -- the collection of its pages
  folder TEXT NOT NULL UNIQUE,   -- absolute
  ticks INTEGER NOT NULL,        -- 1: ticking an item here changes its character in the file
  synced TEXT                    -- when it was read last; NULL: not yet as a whole
) WITHOUT ROWID;
-- What their files were like when they were read, so that only those that changed are read again.
CREATE TABLE notebook_files (
  notebook TEXT NOT NULL REFERENCES notebooks (name) ON DELETE CASCADE,
  path TEXT NOT NULL,
  stamp TEXT,                    -- the file's size, times and number; NULL: to be read again
  since TEXT NOT NULL,           -- when the saves began that are one revision of its page
  PRIMARY KEY (notebook, path)
) WITHOUT ROWID;

-- Photos and files. Their bytes lie beside the database (files/place.ts), written and synced
-- before the row that names them.
CREATE TABLE files (
  -- the first 32 hex digits of the SHA-256 of its bytes, and never anything else: it names a path
  id TEXT PRIMARY KEY CHECK (length(id) = 32 AND id NOT GLOB '*[^0-9a-f]*'),
  type TEXT NOT NULL,            -- media type, told by its bytes alone
  size INTEGER NOT NULL,
  added TEXT NOT NULL            -- when it was given last: unused for a day after, it is removed
) WITHOUT ROWID;
-- What was added with a page.
CREATE TABLE page_files (
  page_id INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  file_id TEXT NOT NULL REFERENCES files (id),
  name TEXT NOT NULL,            -- as it was called where it came from, without folders
  PRIMARY KEY (page_id, ordinal)
) WITHOUT ROWID;
CREATE INDEX page_files_by_file ON page_files (file_id);
-- What else lies in a folder that was imported or is mirrored: no pages, but pages show it.
CREATE TABLE folder_files (
  collection TEXT NOT NULL,
  path TEXT NOT NULL,
  file_id TEXT NOT NULL REFERENCES files (id),
  name TEXT NOT NULL,            -- the last part of the path, folded as names are compared
  modified TEXT NOT NULL,        -- the file's own time, so that an export gives it back
  stamp TEXT,                    -- what the file was like when it was read; NULL: to be read again
  says TEXT,                     -- of a YAML file: JSON of its fields, or a text: why there are none
  PRIMARY KEY (collection, path)
) WITHOUT ROWID;
CREATE INDEX folder_files_by_name ON folder_files (name);
CREATE INDEX folder_files_by_file ON folder_files (file_id);

-- One row per act on the store. Numbers have no gaps: they are everybody's cursor.
CREATE TABLE changes (
  number INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  operation TEXT NOT NULL,
  author TEXT NOT NULL,
  source TEXT NOT NULL,
  client TEXT,
  origin TEXT,
  pages INTEGER NOT NULL
);
-- The owner's own adds pay nothing for these: they are about what agents did.
CREATE INDEX changes_by_agents ON changes (number) WHERE author = 'claude';
CREATE INDEX changes_by_client ON changes (client, number) WHERE client IS NOT NULL;
CREATE INDEX changes_by_origin ON changes (origin, number) WHERE origin IS NOT NULL;

-- How far the owner has looked through what agents did.
CREATE TABLE reviewed (
  client TEXT NOT NULL,          -- '' for those that came under no label
  origin TEXT NOT NULL,          -- '' for what was written for nothing in particular
  change INTEGER NOT NULL,       -- the last one that was seen
  PRIMARY KEY (client, origin)
) WITHOUT ROWID;

-- By which way of reading texts everything that is read out of them was made (pages/derivation.ts).
CREATE TABLE derivation (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  version INTEGER NOT NULL
);
-- the latest: nothing in a new store was read another way
INSERT INTO derivation (only, version) VALUES (1, 3);

-- Queries under a name: @name in a query stands for the one saved under it.
CREATE TABLE searches (
  name TEXT PRIMARY KEY,         -- lower case, without the @
  query TEXT NOT NULL,           -- in its one spelling
  updated TEXT NOT NULL
) WITHOUT ROWID;

-- What a change replaced. The present is stored once, in the page.
CREATE TABLE revisions (
  change INTEGER NOT NULL REFERENCES changes (number),
  page_id INTEGER NOT NULL,      -- no foreign key: a purged page's revisions keep their row
  before TEXT,                   -- JSON of the metadata it had; NULL: the page was made by this change
  text TEXT,                     -- the text it had, only if the change replaced it
  sha256 BLOB,                   -- of that text
  PRIMARY KEY (page_id, change)
) WITHOUT ROWID;
CREATE INDEX revisions_by_change ON revisions (change, page_id);

-- Retry keys, kept for ever.
CREATE TABLE captures (
  id BLOB NOT NULL,              -- 16 bytes of SHA-256(space, operation, key)
  ordinal INTEGER NOT NULL,      -- several pages in one call: key and index
  page_id INTEGER NOT NULL,      -- no foreign key: the key of a purged page still answers
  change INTEGER NOT NULL,
  body BLOB NOT NULL,            -- SHA-256 of the canonical input, to tell a retry from another write
  PRIMARY KEY (id, ordinal)
) WITHOUT ROWID;
CREATE INDEX captures_by_page ON captures (page_id);

-- What a model said about a page: data beside it, never in it. Paid for, so it is kept.
CREATE TABLE by_model (
  page_id INTEGER PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,
  model TEXT NOT NULL,
  at TEXT NOT NULL,
  revision INTEGER NOT NULL,     -- of the page as the model was shown it
  text_sha256 BLOB NOT NULL,     -- of the text it was shown: with another one this is out of date
  title TEXT,
  kind TEXT,                     -- of a picture, in a word of the model's own: receipt, whiteboard …
  summary TEXT,
  tags TEXT,                     -- JSON array of names it proposes
  related TEXT,                  -- JSON array of row numbers of pages
  transcript TEXT                -- the words in the page's pictures
);
CREATE INDEX by_model_by_time ON by_model (at); -- no change is written: copies of the store ask for what is later

-- What stood where a link page leads when it was fetched: quoted beside the page, never in it.
-- It may be gone there by now, so it is kept. Title and the like are in the page's overlay.
CREATE TABLE clips (
  page_id INTEGER PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,
  url TEXT NOT NULL,             -- where it was found, after redirects
  fetched TEXT NOT NULL,
  quote TEXT                     -- the readable text as Markdown; NULL: there was none
);
CREATE INDEX clips_by_time ON clips (fetched); -- copies of the store ask for what is later

-- What takes time or money and comes after its page is committed (docs/decisions/jobs.md).
CREATE TABLE jobs (
  page_id INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,            -- thumbnail, fetch or enrich
  subject TEXT NOT NULL,         -- what of the page: a URL, a file; '' for the page itself
  asked TEXT NOT NULL,
  due TEXT NOT NULL,             -- not before
  attempts INTEGER NOT NULL,     -- failures that counted; the third gives it up
  reason TEXT,                   -- a sentence: why it waits or was given up
  failed TEXT,                   -- when it was given up; NULL: it is still to be done
  claim TEXT,                    -- the worker that is at it now
  sent TEXT,                     -- when a call that is paid for was sent, until its answer is stored
  PRIMARY KEY (page_id, kind, subject)
) WITHOUT ROWID;
CREATE INDEX jobs_due ON jobs (kind, due, page_id) WHERE failed IS NULL;
CREATE INDEX jobs_claimed ON jobs (claim) WHERE claim IS NOT NULL;
-- The one worker that is given jobs, whatever the number of processes.
CREATE TABLE job_worker (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  worker TEXT NOT NULL,          -- its process, when that began, and which of its workers
  until TEXT NOT NULL            -- when it no longer counts unless it is heard of
);
-- Kinds of job that wait because what they need is away.
CREATE TABLE job_pauses (
  kind TEXT PRIMARY KEY,
  until TEXT NOT NULL,
  outages INTEGER NOT NULL,      -- in a row, for how long the next pause is
  reason TEXT NOT NULL
) WITHOUT ROWID;
-- What calls to models cost, in millionths of a US dollar; kept, since nobody else tells it.
CREATE TABLE spending (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  day TEXT NOT NULL,             -- the owner's calendar day, which the budget is for
  kind TEXT NOT NULL,            -- what was read: text or photo
  model TEXT NOT NULL,
  reserved INTEGER NOT NULL,     -- the most it could cost, entered before the call
  spent INTEGER                  -- what it did cost; NULL: not known, and then all of that counts
);
CREATE INDEX spending_by_day ON spending (day);
-- Up to which change pages were looked at, whether a model is to be asked about them.
CREATE TABLE enriching (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  change INTEGER NOT NULL
);

-- The text is folded before it comes here (text/fold.ts), one space between two tokens, so the
-- tokenizer only has to cut at spaces. Contentless: the text is stored once. `filters` holds
-- opaque tokens (search/filters.ts), so that a filter runs inside the index, not after ranking.
-- `beside` holds what others say about a page (pages/beside.ts): it is found too, and weighs so
-- little that a page with the word in its own text comes first, however long that is.
CREATE VIRTUAL TABLE search USING fts5 (
  title, tags, body, beside, filters,
  content = '', contentless_delete = 1, prefix = '2 3',
  tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'"
);
INSERT INTO search (search, rank) VALUES ('rank', 'bm25(10.0, 6.0, 1.0, 0.000001, 0.0)');

-- Every word that is, or was, on a page, folded, in the order it first came: what is looked
-- through for a part of a word (docs/decisions/parts-of-words.md), or for a word like one that is
-- nowhere. What was removed for ever is removed here too.
CREATE TABLE words (
  id INTEGER PRIMARY KEY,
  word TEXT NOT NULL UNIQUE
);
-- Three letters in a row, wherever they stand; without their places, so that what it finds must
-- be compared with the word.
CREATE VIRTUAL TABLE word_parts USING fts5 (
  word, content = 'words', content_rowid = 'id', columnsize = 0, detail = none,
  tokenize = 'trigram case_sensitive 1'
);
