import { spawn } from 'node:child_process';

/**
 * Opens a URL in the browser of this machine; false where there is none, as over ssh. What comes
 * of it is not waited for.
 */
export function openUrl(url: string): Promise<boolean> {
  const { DISPLAY, WAYLAND_DISPLAY, BROWSER } = process.env;
  const isMac = process.platform === 'darwin';
  const hasScreen = [DISPLAY, WAYLAND_DISPLAY, BROWSER].some((name) => (name ?? '') !== '');
  if (!isMac && !hasScreen) return Promise.resolve(false);
  const child = spawn(isMac ? 'open' : 'xdg-open', [url], { detached: true, stdio: 'ignore' });
  child.unref();
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('spawn', () => resolve(true));
  });
}
