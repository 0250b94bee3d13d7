/*
 * What may come in and what may not, as data: test/guard.test.ts sends each row over a bare
 * socket to the server it names.
 */

export const PUBLIC = 'https://box.tail1234.ts.net';

/** How the server is set up; `SETTINGS` in guard.test.ts. */
export type Setting = 'plain' | 'public' | 'owned' | 'socket' | 'bare socket' | 'owned socket';

export const LOCAL = 'Host: 127.0.0.1:PORT';
export const JSON_TYPE = 'Content-Type: application/json';
const FORM = 'Content-Type: multipart/form-data; boundary=x';
const BOX = 'Host: box.tail1234.ts.net';
const FOR = 'X-Forwarded-For: 100.64.0.9';
const ANN = 'Tailscale-User-Login: ann@example.com';
const BYTES = 'Content-Type: application/octet-stream';
const FILE = `/files/${'ab'.repeat(16)}`;
const SHOWN = 'Sec-Fetch-Site: cross-site|Sec-Fetch-Mode: no-cors|Sec-Fetch-Dest: image';
const LINK = 'Sec-Fetch-Site: cross-site|Sec-Fetch-Mode: navigate|Sec-Fetch-Dest: document';

/** Server, request line, headers (a bar between two), what it gets: status and, refused, reason. */
type Row = readonly [Setting, string, string, string];

const MALFORMED: readonly Row[] = [
  ['plain', 'GET /healthz', LOCAL, '200'],
  ['plain', 'GET /healthz', `${LOCAL}|${LOCAL}`, '400 bad_request'],
  ['plain', 'GET /healthz', `${LOCAL}|Host: evil.test`, '400 bad_request'],
  ['plain', 'GET /healthz', `Host: evil.test|${LOCAL}`, '400 bad_request'],
  ['plain', 'GET /healthz', `${LOCAL}|Origin: null|Origin: null`, '400 bad_request'],
  ['public', 'GET /healthz', `${BOX}|Origin: ${PUBLIC}|Origin: ${PUBLIC}`, '400 bad_request'],
  ['plain', 'GET http://127.0.0.1:PORT/healthz', LOCAL, '400 bad_request'],
  ['plain', 'GET http://evil.test/healthz', LOCAL, '400 bad_request'],
  ['plain', 'OPTIONS *', LOCAL, '400 bad_request'],
  ['plain', 'CONNECT evil.test:443', LOCAL, '400 bad_request'],
  ['plain', 'CONNECT evil.test:443', 'Host: evil.test:443', '400 bad_request'],
  ['plain', 'GET api/recent', LOCAL, '400 bad_request'],
];

const HOSTS: readonly Row[] = [
  ['plain', 'GET /healthz', 'Host: localhost:PORT', '200'],
  ['plain', 'GET /healthz', 'Host: LocalHost:PORT', '200'],
  ['plain', 'GET /healthz', 'Host: [::1]:PORT', '200'],
  ['plain', 'GET /healthz', 'hOsT: 127.0.0.1:PORT', '200'],
  ['plain', 'GET /healthz', 'Host: 127.0.0.1', '403 host'],
  ['plain', 'GET /healthz', 'Host: 127.0.0.1:1', '403 host'],
  ['plain', 'GET /healthz', 'Host: 127.0.0.1:PORT0', '403 host'],
  ['plain', 'GET /healthz', 'Host: localhost', '403 host'],
  ['plain', 'GET /healthz', 'Host: localhost.:PORT', '403 host'],
  ['plain', 'GET /healthz', 'Host: 127.1:PORT', '403 host'],
  ['plain', 'GET /healthz', 'Host: 2130706433:PORT', '403 host'],
  ['plain', 'GET /healthz', 'Host: 0.0.0.0:PORT', '403 host'],
  ['plain', 'GET /healthz', 'Host: 0x7f.1:PORT', '403 host'],
  ['plain', 'GET /healthz', 'Host: [::ffff:127.0.0.1]:PORT', '403 host'],
  ['plain', 'GET /healthz', 'Host: x@127.0.0.1:PORT', '403 host'],
  ['plain', 'GET /healthz', 'Host: 127.0.0.1:PORT@evil.test', '403 host'],
  ['plain', 'GET /healthz', 'Host: 127.0.0.1:PORT/', '403 host'],
  ['plain', 'GET /healthz', 'Host: localhost:PORT#evil.test', '403 host'],
  ['plain', 'GET /healthz', 'Host: localhost:PORT,evil.test', '403 host'],
  ['plain', 'GET /healthz', 'Host: evil.test', '403 host'],
  ['plain', 'GET /healthz', 'Host: evil.test:PORT', '403 host'],
  ['plain', 'GET /healthz', 'Host: localhost.evil.test:PORT', '403 host'],
  ['plain', 'GET /healthz', 'Host: rebind.test:PORT|Sec-Fetch-Site: same-origin', '403 host'],
  ['plain', 'GET /healthz', 'Host:', '403 host'],
  ['plain', 'GET /healthz', BOX, '403 host'],
  ['plain', 'GET /', 'Host: evil.test', '403 host'],
  ['plain', 'GET /nowhere', 'Host: evil.test', '403 host'],
  ['plain', 'HEAD /healthz', 'Host: evil.test', '403'],
  ['plain', 'POST /api/add', `Host: evil.test|${JSON_TYPE}`, '403 host'],
  ['plain', 'POST /mcp', `Host: evil.test|${JSON_TYPE}`, '403 -32000'],
  ['plain', 'POST /mcp/cursor', `Host: evil.test|${JSON_TYPE}`, '403 -32000'],
  ['plain', 'OPTIONS /api/add', 'Host: evil.test', '403 host'],
  ['plain', 'GET /healthz', `${LOCAL}|X-Forwarded-Host: evil.test`, '200'],
  ['plain', 'GET /healthz', 'Host: evil.test|X-Forwarded-Host: 127.0.0.1:PORT', '403 host'],
  ['plain', 'GET /healthz', `Host: evil.test|Forwarded: host=127.0.0.1`, '403 host'],
  ['public', 'GET /healthz', BOX, '200'],
  ['public', 'GET /healthz', 'Host: Box.Tail1234.TS.net', '200'],
  ['public', 'GET /healthz', `${BOX}:443`, '403 host'],
  ['public', 'GET /healthz', `${BOX}:9999`, '403 host'],
  ['public', 'GET /healthz', `${BOX}.`, '403 host'],
  ['public', 'GET /healthz', `${BOX}.evil.test`, '403 host'],
  ['public', 'GET /healthz', 'Host: other.tail1234.ts.net', '403 host'],
  ['public', 'GET /healthz', 'Host: evil.test|X-Forwarded-Host: box.tail1234.ts.net', '403 host'],
  ['public', 'GET /healthz', `${LOCAL}|X-Forwarded-Host: box.tail1234.ts.net`, '200'],
  ['socket', 'GET /healthz', 'Host: localhost', '200'],
  ['socket', 'GET /healthz', 'Host: localhost|X-Forwarded-Host: box.tail1234.ts.net', '200'],
  ['socket', 'GET /healthz', 'Host: localhost|X-Forwarded-Host: BOX.tail1234.ts.net', '200'],
  ['socket', 'GET /healthz', 'Host: localhost|X-Forwarded-Host: evil.test', '403 host'],
  ['socket', 'GET /healthz', 'Host: localhost|X-Forwarded-Host:', '403 host'],
  ['socket', 'GET /healthz', 'Host: localhost|X-Forwarded-Host: localhost', '403 host'],
  [
    'socket',
    'GET /healthz',
    'Host: localhost|X-Forwarded-Host: box.tail1234.ts.net|X-Forwarded-Host: evil.test',
    '403 host',
  ],
  ['socket', 'GET /healthz', BOX, '403 host'],
  ['socket', 'GET /healthz', 'Host: 127.0.0.1', '403 host'],
  ['socket', 'GET /healthz', 'Host: localhost:7272', '403 host'],
  ['bare socket', 'GET /healthz', 'Host: localhost', '200'],
  [
    'bare socket',
    'GET /healthz',
    'Host: localhost|X-Forwarded-Host: box.tail1234.ts.net',
    '403 host',
  ],
];

const FUNNEL: readonly Row[] = [
  ['public', 'GET /healthz', `${BOX}|Tailscale-Funnel-Request: ?1`, '403 funnel'],
  ['public', 'GET /healthz', `${BOX}|Tailscale-Funnel-Request: ?0`, '403 funnel'],
  ['public', 'GET /healthz', `${BOX}|tailscale-funnel-request:`, '403 funnel'],
  ['plain', 'GET /healthz', `${LOCAL}|Tailscale-Funnel-Request: ?1`, '403 funnel'],
  ['plain', 'POST /mcp', `${LOCAL}|${JSON_TYPE}|Tailscale-Funnel-Request: ?1`, '403 -32000'],
  ['owned', 'GET /healthz', `${BOX}|${ANN}|Tailscale-Funnel-Request: ?1`, '403 funnel'],
];

const OWNER: readonly Row[] = [
  ['owned', 'GET /healthz', `${BOX}|${FOR}|${ANN}`, '200'],
  ['owned', 'GET /healthz', `${BOX}|${FOR}|tailscale-user-login: ann@example.com`, '200'],
  ['owned', 'GET /healthz', `${BOX}|${FOR}`, '403 user'],
  ['owned', 'GET /healthz', BOX, '403 user'],
  ['owned', 'GET /healthz', `${BOX}|Tailscale-User-Login: eve@example.com`, '403 user'],
  ['owned', 'GET /healthz', `${BOX}|Tailscale-User-Login: ANN@example.com`, '403 user'],
  ['owned', 'GET /healthz', `${BOX}|${ANN}|Tailscale-User-Login: eve@example.com`, '403 user'],
  ['owned', 'GET /healthz', `${BOX}|Tailscale-User-Login:`, '403 user'],
  ['owned', 'GET /healthz', LOCAL, '200'],
  // A stranger on the tailnet, who calls the port by its local name through the proxy.
  ['owned', 'GET /healthz', `${LOCAL}|${FOR}|Tailscale-User-Login: eve@example.com`, '403 user'],
  ['owned', 'GET /healthz', `${LOCAL}|${FOR}`, '403 user'],
  ['owned', 'GET /healthz', `${LOCAL}|Tailscale-User-Login: eve@example.com`, '403 user'],
  ['owned', 'GET /healthz', `${LOCAL}|${FOR}|${ANN}`, '200'],
  ['owned', 'POST /mcp', `${BOX}|${JSON_TYPE}`, '403 -32000'],
  ['public', 'GET /healthz', `${BOX}|Tailscale-User-Login: eve@example.com`, '200'],
  ['owned socket', 'GET /healthz', 'Host: localhost', '200'],
  [
    'owned socket',
    'GET /healthz',
    'Host: localhost|X-Forwarded-Host: box.tail1234.ts.net',
    '403 user',
  ],
  [
    'owned socket',
    'GET /healthz',
    `Host: localhost|X-Forwarded-Host: box.tail1234.ts.net|${ANN}`,
    '200',
  ],
];

const METHODS: readonly Row[] = [
  ['plain', 'HEAD /healthz', LOCAL, '200'],
  ['plain', 'OPTIONS /api/add', LOCAL, '405 method'],
  ['plain', 'OPTIONS /api/add', `${LOCAL}|Origin: http://evil.test`, '405 method'],
  ['plain', 'PUT /api/add', `${LOCAL}|${JSON_TYPE}`, '405 method'],
  ['plain', 'DELETE /api/add', LOCAL, '405 method'],
  ['plain', 'PATCH /api/add', `${LOCAL}|${JSON_TYPE}`, '405 method'],
  ['plain', 'TRACE /', LOCAL, '405 method'],
  ['plain', 'PROPFIND /', LOCAL, '405 method'],
  ['plain', 'CONNECT /', LOCAL, '405 method'],
  ['plain', 'DELETE /mcp', LOCAL, '405 -32000'],
  ['plain', 'GET /mcp', `${LOCAL}|Accept: text/event-stream`, '405 -32000'],
  ['plain', 'HEAD /mcp', LOCAL, '405'],
];

const ORIGINS: readonly Row[] = [
  ['plain', 'POST /api/recent', `${LOCAL}|${JSON_TYPE}`, '200'],
  ['plain', 'POST /api/recent', `${LOCAL}|${JSON_TYPE}|Origin: http://127.0.0.1:PORT`, '200'],
  ['plain', 'POST /api/recent', `${LOCAL}|${JSON_TYPE}|Origin: http://localhost:PORT`, '200'],
  ['plain', 'POST /api/recent', `${LOCAL}|${JSON_TYPE}|Origin: http://[::1]:PORT`, '200'],
  ['plain', 'POST /api/add', `${LOCAL}|${JSON_TYPE}|Origin: null`, '403 origin'],
  ['plain', 'POST /api/add', `${LOCAL}|${JSON_TYPE}|Origin:`, '403 origin'],
  ['plain', 'POST /api/add', `${LOCAL}|${JSON_TYPE}|Origin: http://evil.test`, '403 origin'],
  ['plain', 'POST /api/add', `${LOCAL}|${JSON_TYPE}|Origin: http://localhost:3000`, '403 origin'],
  ['plain', 'POST /api/add', `${LOCAL}|${JSON_TYPE}|Origin: http://localhost`, '403 origin'],
  ['plain', 'POST /api/add', `${LOCAL}|${JSON_TYPE}|Origin: https://127.0.0.1:PORT`, '403 origin'],
  ['plain', 'POST /api/add', `${LOCAL}|${JSON_TYPE}|Origin: http://127.0.0.1:PORT/`, '403 origin'],
  [
    'plain',
    'POST /api/add',
    `${LOCAL}|${JSON_TYPE}|Origin: chrome-extension://abcdefghijklmnop`,
    '403 origin',
  ],
  ['plain', 'POST /api/add', `${LOCAL}|${JSON_TYPE}|Origin: ${PUBLIC}`, '403 origin'],
  ['plain', 'POST /mcp', `${LOCAL}|${JSON_TYPE}|Origin: http://evil.test`, '403 -32000'],
  ['plain', 'GET /healthz', `${LOCAL}|Origin: http://evil.test`, '403 origin'],
  ['public', 'POST /api/recent', `${BOX}|${JSON_TYPE}|Origin: ${PUBLIC}`, '200'],
  ['public', 'POST /mcp', `${BOX}|${JSON_TYPE}|Origin: ${PUBLIC}`, '200'],
  ['public', 'POST /api/recent', `${LOCAL}|${JSON_TYPE}|Origin: ${PUBLIC}`, '200'],
  [
    'public',
    'POST /api/recent',
    `${LOCAL}|X-Forwarded-Host: box.tail1234.ts.net|${JSON_TYPE}|Origin: ${PUBLIC}`,
    '200',
  ],
  [
    'public',
    'POST /api/add',
    `${BOX}|${JSON_TYPE}|Origin: http://box.tail1234.ts.net`,
    '403 origin',
  ],
  ['public', 'POST /api/add', `${BOX}|${JSON_TYPE}|Origin: ${PUBLIC}.evil.example`, '403 origin'],
  ['public', 'POST /api/add', `${BOX}|${JSON_TYPE}|Origin: ${PUBLIC}:8443`, '403 origin'],
  ['public', 'POST /api/add', `${BOX}|${JSON_TYPE}|Origin: ${PUBLIC}/`, '403 origin'],
  [
    'public',
    'POST /api/add',
    `${BOX}|${JSON_TYPE}|Origin: https://other.tail1234.ts.net`,
    '403 origin',
  ],
  ['public', 'POST /api/add', `${BOX}|${JSON_TYPE}|Origin: null`, '403 origin'],
  [
    'socket',
    'POST /api/recent',
    `Host: localhost|X-Forwarded-Host: box.tail1234.ts.net|${JSON_TYPE}|Origin: ${PUBLIC}`,
    '200',
  ],
  [
    'socket',
    'POST /api/add',
    `Host: localhost|X-Forwarded-Host: box.tail1234.ts.net|${JSON_TYPE}|Origin: http://localhost`,
    '403 origin',
  ],
];

const OTHER_SITES: readonly Row[] = [
  ['plain', 'GET /api/recent', `${LOCAL}|Sec-Fetch-Site: same-origin`, '200'],
  ['plain', 'GET /api/recent', `${LOCAL}|Sec-Fetch-Site: none`, '200'],
  ['plain', 'GET /api/recent', `${LOCAL}|Sec-Fetch-Site: cross-site`, '403 origin'],
  ['plain', 'GET /api/recent', `${LOCAL}|Sec-Fetch-Site: same-site`, '403 origin'],
  ['plain', 'GET /api/recent', `${LOCAL}|Sec-Fetch-Site: Same-Origin`, '403 origin'],
  ['plain', 'GET /api/recent', `${LOCAL}|Sec-Fetch-Site:`, '403 origin'],
  [
    'plain',
    'GET /api/recent',
    `${LOCAL}|Sec-Fetch-Site: none|Sec-Fetch-Site: cross-site`,
    '403 origin',
  ],
  ['plain', 'GET /api/recent', `${LOCAL}|${LINK}`, '403 origin'],
  ['plain', 'GET /healthz', `${LOCAL}|${LINK}`, '403 origin'],
  // Documents of the app: let in, though there are none yet.
  ['plain', 'GET /', `${LOCAL}|${LINK}`, '404 path'],
  ['plain', 'GET /?source=pwa', `${LOCAL}|${LINK}`, '404 path'],
  ['plain', 'GET /add?text=kelp', `${LOCAL}|${LINK}`, '404 path'],
  ['plain', 'GET /p/kelp-forest', `${LOCAL}|${LINK}`, '404 path'],
  ['plain', 'GET /p/%C5%BC%C3%B3%C5%82w', `${LOCAL}|${LINK}`, '404 path'],
  ['public', 'GET /p/kelp', `${BOX}|${LINK}`, '404 path'],
  ['plain', 'GET /p/', `${LOCAL}|${LINK}`, '403 origin'],
  ['plain', 'GET /p/../api/recent', `${LOCAL}|${LINK}`, '403 origin'],
  ['plain', 'GET /p/..\\api\\recent', `${LOCAL}|${LINK}`, '403 origin'],
  ['plain', 'GET /p/%2e%2e', `${LOCAL}|${LINK}`, '403 origin'],
  ['plain', 'GET /p/x%2f..%2fapi', `${LOCAL}|${LINK}`, '403 origin'],
  ['plain', 'GET //api/recent', `${LOCAL}|${LINK}`, '403 origin'],
  ['plain', 'GET /add/', `${LOCAL}|${LINK}`, '403 origin'],
  // A file may be opened from elsewhere, in a tab of its own; nothing is at this address.
  ['plain', `GET ${FILE}`, `${LOCAL}|${LINK}`, '404 file'],
  ['plain', `GET ${FILE}/a%20cat.png`, `${LOCAL}|${LINK}`, '404 file'],
  ['public', `GET ${FILE}/cat.png`, `${BOX}|${LINK}`, '404 file'],
  ['plain', `GET ${FILE}/x/y.png`, `${LOCAL}|${LINK}`, '403 origin'],
  ['plain', 'GET /files/', `${LOCAL}|${LINK}`, '403 origin'],
  ['plain', 'GET /files/../api/recent', `${LOCAL}|${LINK}`, '403 origin'],
  ['plain', `GET ${FILE.toUpperCase()}`, `${LOCAL}|${LINK}`, '403 origin'],
  ['plain', `GET ${FILE.replace('files', 'pictures')}/small`, `${LOCAL}|${LINK}`, '403 origin'],
  ['plain', `GET ${FILE}/cat.png`, `${LOCAL}|${SHOWN}`, '403 origin'],
  ['plain', `GET ${FILE}/cat.png`, `${LOCAL}|${SHOWN.replace('cross', 'same')}`, '403 origin'],
  [
    'plain',
    `GET ${FILE}/cat.png`,
    `${LOCAL}|${SHOWN.replace('cross-site', 'same-origin')}`,
    '404 file',
  ],
  ['plain', `GET ${FILE}/cat.png`, 'Host: evil.test', '403 host'],
  ['owned', `GET ${FILE}/cat.png`, `${BOX}|${FOR}`, '403 user'],
  ['plain', `POST ${FILE}`, `${LOCAL}|${JSON_TYPE}|${LINK}`, '403 origin'],
  ['plain', 'POST /api/files', `${LOCAL}|${BYTES}|${LINK}`, '403 origin'],
  ['plain', 'POST /api/files', `${LOCAL}|${BYTES}|Sec-Fetch-Site: same-site`, '403 origin'],
  ['plain', 'HEAD /p/kelp', `${LOCAL}|${LINK}`, '403'],
  ['plain', 'POST /p/kelp', `${LOCAL}|${JSON_TYPE}|${LINK}`, '403 origin'],
  [
    'plain',
    'GET /p/kelp',
    `${LOCAL}|Sec-Fetch-Site: cross-site|Sec-Fetch-Mode: navigate|Sec-Fetch-Dest: iframe`,
    '403 origin',
  ],
  [
    'plain',
    'GET /p/kelp',
    `${LOCAL}|Sec-Fetch-Site: cross-site|Sec-Fetch-Mode: no-cors|Sec-Fetch-Dest: image`,
    '403 origin',
  ],
  ['plain', 'GET /p/kelp', `${LOCAL}|Sec-Fetch-Site: cross-site`, '403 origin'],
  ['plain', 'GET /p/kelp', `${LOCAL}|${LINK}|Sec-Fetch-Dest: iframe`, '403 origin'],
  ['plain', 'POST /api/add', `${LOCAL}|${JSON_TYPE}|Sec-Fetch-Site: cross-site`, '403 origin'],
  ['plain', 'POST /mcp', `${LOCAL}|${JSON_TYPE}|Sec-Fetch-Site: same-site`, '403 -32000'],
];

const UPGRADE = 'Upgrade: websocket|Connection: close, Upgrade|Sec-WebSocket-Version: 13';
const UPGRADES: readonly Row[] = [
  ['plain', 'GET /api/recent', `Host: evil.test|${UPGRADE}`, '403 host'],
  ['plain', 'GET /api/recent', `${LOCAL}|${UPGRADE}|Origin: http://evil.test`, '403 origin'],
  ['plain', 'GET /api/recent', `${LOCAL}|${UPGRADE}|Origin: null`, '403 origin'],
  ['plain', 'GET /api/recent', `${LOCAL}|${UPGRADE}`, '200'],
];

const MEDIA_TYPES: readonly Row[] = [
  ['plain', 'POST /api/recent', `${LOCAL}|Content-Type: application/json; charset=utf-8`, '200'],
  ['plain', 'POST /api/recent', `${LOCAL}|content-type: Application/JSON`, '200'],
  ['plain', 'POST /api/add', LOCAL, '415 media_type'],
  ['plain', 'POST /api/add', `${LOCAL}|Content-Type:`, '415 media_type'],
  ['plain', 'POST /api/add', `${LOCAL}|Content-Type: text/plain`, '415 media_type'],
  [
    'plain',
    'POST /api/add',
    `${LOCAL}|Content-Type: text/plain; application/json`,
    '415 media_type',
  ],
  [
    'plain',
    'POST /api/add',
    `${LOCAL}|Content-Type: application/x-www-form-urlencoded`,
    '415 media_type',
  ],
  [
    'plain',
    'POST /api/add',
    `${LOCAL}|Content-Type: multipart/form-data; boundary=x`,
    '415 media_type',
  ],
  ['plain', 'POST /api/add', `${LOCAL}|Content-Type: application/jsonp`, '415 media_type'],
  [
    'plain',
    'POST /api/add',
    `${LOCAL}|Content-Type: application/json, text/plain`,
    '415 media_type',
  ],
  ['plain', 'POST /api/add', `${LOCAL}|${JSON_TYPE}|Content-Type: text/plain`, '415 media_type'],
  ['plain', 'POST /mcp', `${LOCAL}|Content-Type: text/plain`, '415 -32000'],
  ['plain', 'POST /api/files', `${LOCAL}|${BYTES}`, '201'],
  ['plain', 'POST /api/files', `${LOCAL}|Content-Type: image/jpeg`, '200'],
  ['plain', 'POST /api/files', LOCAL, '415 media_type'],
  ['plain', 'POST /api/files', `${LOCAL}|${JSON_TYPE}`, '415 media_type'],
  ['plain', 'POST /api/files', `${LOCAL}|Content-Type: text/plain`, '415 media_type'],
  [
    'plain',
    'POST /api/files',
    `${LOCAL}|Content-Type: multipart/form-data; boundary=x`,
    '415 media_type',
  ],
  ['plain', 'POST /api/files', `${LOCAL}|Content-Type: image/svg+xml`, '415 media_type'],
  ['plain', 'POST /api/files', `Host: evil.test|${BYTES}`, '403 host'],
  ['plain', 'POST /api/files', `${LOCAL}|${BYTES}|Origin: http://evil.test`, '403 origin'],
  ['plain', 'POST /api/files', `${LOCAL}|${BYTES}|Origin: null`, '403 origin'],
  ['plain', 'POST /api/add', `${LOCAL}|${BYTES}`, '415 media_type'],
];

const SHARES: readonly Row[] = [
  ['plain', 'POST /share', `${LOCAL}|${FORM}`, '400 bad_form'],
  ['plain', 'POST /share', `${LOCAL}|${FORM}|Origin: null|Sec-Fetch-Site: none`, '400 bad_form'],
  [
    'plain',
    'POST /share',
    `${LOCAL}|${FORM}|Origin: null|Sec-Fetch-Site: same-origin`,
    '400 bad_form',
  ],
  ['plain', 'POST /share', `${LOCAL}|${FORM}|Origin: null`, '403 origin'],
  [
    'plain',
    'POST /share',
    `${LOCAL}|${FORM}|Origin: null|Sec-Fetch-Site: none|Sec-Fetch-Site: cross-site`,
    '403 origin',
  ],
  ['plain', 'POST /share', `${LOCAL}|${FORM}|Origin: null|${LINK}`, '403 origin'],
  ['plain', 'POST /share', `${LOCAL}|${FORM}|${LINK}`, '403 origin'],
  ['plain', 'POST /share', `${LOCAL}|${FORM}|Origin: http://evil.test`, '403 origin'],
  [
    'plain',
    'POST /share',
    `${LOCAL}|${FORM}|Origin: http://evil.test|Sec-Fetch-Site: none`,
    '403 origin',
  ],
  ['plain', 'POST /share', `Host: evil.test|${FORM}|Origin: null|Sec-Fetch-Site: none`, '403 host'],
  ['plain', 'POST /share', `${LOCAL}|${JSON_TYPE}`, '415 media_type'],
  ['plain', 'POST /share', `${LOCAL}|Content-Type: text/plain`, '415 media_type'],
  ['plain', 'POST /share/', `${LOCAL}|${FORM}`, '415 media_type'],
  ['plain', 'POST /api/add', `${LOCAL}|Origin: null|Sec-Fetch-Site: none`, '403 origin'],
];

export const ROWS: Readonly<Record<string, readonly Row[]>> = {
  'one Host, one Origin, a path': MALFORMED,
  Host: HOSTS,
  Funnel: FUNNEL,
  owner: OWNER,
  method: METHODS,
  Origin: ORIGINS,
  'Sec-Fetch-Site': OTHER_SITES,
  upgrade: UPGRADES,
  'media type': MEDIA_TYPES,
  'share menu': SHARES,
};
