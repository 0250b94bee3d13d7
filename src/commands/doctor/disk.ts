import { statfsSync } from 'node:fs';

import { type Finding, note, ok, wrong } from './finding.ts';

/** Linux's numbers (statfs(2)) for file systems on which SQLite cannot keep its promise. */
const UNFIT: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x51_7b, 'SMB'],
  [0xfe_53_4d_42, 'SMB'],
  [0xff_53_4d_42, 'CIFS'],
  [0x01_02_19_97, '9p'],
  [0x00_c3_64_00, 'Ceph'],
  [0x53_46_41_4f, 'AFS'],
  [0x65_73_55_46, 'FUSE'],
]);

const MEGABYTE = 1024 * 1024;

/** The disk that a store of `size` bytes lies on. */
export function disk(folder: string, size: number): Finding[] {
  const { type, bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const isLinux = process.platform === 'linux';
  const unfit = isLinux ? UNFIT.get(type >>> 0) : undefined;
  return [
    unfit === undefined
      ? ok('file system', isLinux ? 'none that is known to lose writes' : 'not known here')
      : wrong(
          'file system',
          `${unfit}: two programs that write there can damage the store`,
          'move it to a disk of this machine: scrap backup, then scrap config set store <file>',
        ),
    room(folder, free, size),
  ];
}

function room(folder: string, free: number, size: number): Finding {
  const says = `${sayBytes(free)} free`;
  if (free < 100 * MEGABYTE) return wrong('disk', says, `make room where ${folder} is`);
  return free < 2 * size
    ? note('disk', `${says}: too little for a backup beside the store`, 'make room')
    : ok('disk', says);
}

/** `3.4 MB`. */
export function sayBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit] ?? ''}`;
}
