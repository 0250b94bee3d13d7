import { createServer } from 'node:http';

/**
 * The script of the attacking page: what it tries on the server named in its address, each under
 * a name. What it can read it puts into its own document, a line an attack.
 */
const SCRIPT = `
const target = decodeURIComponent(location.hash.slice(1));
const read = async (name, act) => {
  const line = document.createElement('p');
  try { line.textContent = name + ': ' + (await act()); } catch (error) { line.textContent = name + ': ' + error.name; }
  document.body.append(line);
};
const mark = (name) => target + '/api/recent?limit=1&cursor=' + '&attack=' + name;
const write = (name) => target + '/api/add?attack=' + name;
const body = (name) => JSON.stringify({ text: 'written by ' + name });
const element = (name, tag, attributes) => read(name, () => new Promise((resolve) => {
  const made = document.createElement(tag);
  // A frame loads whatever comes; what counts is what can be read in it.
  if (tag !== 'iframe') made.onload = () => resolve('loaded');
  made.onerror = () => resolve('failed');
  Object.assign(made, attributes);
  document.body.append(made);
  setTimeout(() => { try { resolve(made.contentDocument?.body?.innerText ?? 'nothing'); } catch { resolve('closed'); } }, 1500);
}));
const share = (name) => target + '/share?attack=' + name;
const form = (name, enctype, sandboxed, action = write(name)) => read(name, () => {
  const frame = document.createElement('iframe');
  frame.name = name;
  if (sandboxed) frame.sandbox = 'allow-forms allow-scripts';
  const markup = '<form method="post" enctype="' + enctype + '" action="' + action + '">' + (action === write(name) ? '' : '<input name="title" value="shared by ' + name + '">') + '<input name=\\'{"text":"written by ' + name + '","x":"\\' value=\\'"}\\'></form><script>document.forms[0].submit()<\\/script>';
  frame.srcdoc = markup;
  document.body.append(frame);
  return new Promise((resolve) => setTimeout(() => { try { resolve(frame.contentDocument?.body?.innerText ?? 'nothing'); } catch { resolve('closed'); } }, 1500));
});
Promise.all([
  read('get-cors', async () => (await fetch(mark('get-cors'))).text()),
  read('get-no-cors', async () => (await fetch(mark('get-no-cors'), { mode: 'no-cors' })).text()),
  read('post-cors-json', async () => (await fetch(write('post-cors-json'), { method: 'POST', body: body('post-cors-json'), headers: { 'content-type': 'application/json' } })).text()),
  read('post-text', async () => (await fetch(write('post-text'), { method: 'POST', body: body('post-text') })).text()),
  read('post-no-cors', async () => (await fetch(write('post-no-cors'), { method: 'POST', mode: 'no-cors', body: body('post-no-cors') })).text()),
  read('post-beacon', () => navigator.sendBeacon(write('post-beacon'), body('post-beacon'))),
  read('post-beacon-json', () => navigator.sendBeacon(write('post-beacon-json'), new Blob([body('post-beacon-json')], { type: 'application/json' }))),
  form('form-plain', 'text/plain'),
  form('form-multipart', 'multipart/form-data'),
  form('form-urlencoded', 'application/x-www-form-urlencoded'),
  form('form-sandboxed', 'text/plain', true),
  form('form-share', 'multipart/form-data', false, share('form-share')),
  form('form-share-sandboxed', 'multipart/form-data', true, share('form-share-sandboxed')),
  element('image', 'img', { src: mark('image') }),
  element('script', 'script', { src: mark('script') }),
  element('frame', 'iframe', { src: mark('frame') }),
  element('frame-document', 'iframe', { src: target + '/?attack=frame-document' }),
  element('stylesheet', 'link', { rel: 'stylesheet', href: mark('stylesheet') }),
  element('object', 'object', { data: mark('object') }),
  read('event-source', () => new Promise((resolve) => { const s = new EventSource(target + '/api/events?after=0&attack=event-source'); s.addEventListener('change', (e) => resolve(e.data)); s.onerror = () => resolve('failed'); })),
  read('web-socket', () => new Promise((resolve) => { const s = new WebSocket(target.replace('http', 'ws') + '/api/recent?attack=web-socket'); s.onopen = () => resolve('open'); s.onerror = () => resolve('failed'); })),
]).then(() => document.body.dataset.done = 'yes');
`;

/** Serves the attacking page on a port of its own. */
export async function startAttacker() {
  const server = createServer((request, response) => {
    const isScript = request.url === '/attack.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    const start = request.url === '/' ? '<script src="/attack.js"></script>' : '';
    response.end(isScript ? SCRIPT : `<!doctype html><body>${start}`);
  });
  return listen(server);
}

/** A server without any guard: what reaches it would have reached scrap. */
export async function startVictim() {
  const reached = new Set<string>();
  const server = createServer((request, response) => {
    const attack = new URL(request.url ?? '/', 'http://victim').searchParams.get('attack');
    if (attack !== null) reached.add(attack);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'content-type');
    response.end('SECRET of the victim');
  });
  return { ...(await listen(server)), reached };
}

async function listen(server: ReturnType<typeof createServer>) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
