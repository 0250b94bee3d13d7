import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin'];

/**
 * The path of a program that a test needs. Debian's package is installed where it is missing and
 * this is root on Debian; elsewhere it throws, with the command that mends it.
 */
export function program(name: string, debianPackage = name): string {
  const found = find(name);
  if (found !== undefined) return found;
  const isRootOnDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (isRootOnDebian) {
    const apt = (...args: string[]) =>
      execFileSync('apt-get', args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    apt('-qq', 'update');
    apt('-qq', 'install', '-y', '--no-install-recommends', debianPackage);
  }
  const installed = find(name);
  if (installed !== undefined) return installed;
  throw new Error(`This test needs ${name}. Install it: sudo apt-get install ${debianPackage}`);
}

function find(name: string): string | undefined {
  return PLACES.map((place) => `${place}/${name}`).find((path) => existsSync(path));
}
