import type { ServerResponse } from 'node:http';

/** How far a reader may lag behind before it is let go, in bytes. */
const MOST_UNREAD = 256 * 1024;

/**
 * Passes a stream of events on as they come, until either side ends it. What a reader does not
 * take is kept for it up to a bound only; beyond it the connection is closed, and the client
 * subscribes anew and reads what it missed.
 */
export async function pump(response: ServerResponse, web: Response): Promise<void> {
  response.on('error', () => {}); // it may be closed while something is written
  response.writeHead(web.status, { ...Object.fromEntries(web.headers), 'x-accel-buffering': 'no' });
  response.flushHeaders();
  if (web.body !== null) {
    for await (const piece of web.body) {
      if (response.writableLength > MOST_UNREAD) response.destroy();
      if (response.destroyed) return; // which cancels the stream
      response.write(piece);
    }
  }
  response.end();
}
