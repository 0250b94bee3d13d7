import { statSync } from 'node:fs';
import { dirname } from 'node:path';

import { type StoreState as State, upkeep } from '../../store/index.ts';
import { sayWhen } from '../dates.ts';
import { disk, sayBytes } from './disk.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

const HOUR = 60 * 60 * 1000;

/** The store in `file`: whether it is whole and its owner's alone, its disk, its backups. */
export async function storeFindings(file: string, now: Date): Promise<Finding[]> {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) {
    return [note('store', `${file} is not there yet`, 'scrap add "hello"')];
  }
  if (!stat.isFile() || stat.size === 0) {
    return [wrong('store', `${file} is no store`, await restoring(file))];
  }
  const { examineStore } = await upkeep.examine();
  const state = examineStore(file);
  return [
    ok('store', `${file}, ${state.pages} pages, ${sayBytes(state.size)}`),
    modes(file),
    ...(await integrity(file, state)),
    driver(state),
    log(state),
    ...disk(dirname(file), state.size),
    clock(state, now),
    await backups(file, state, now),
  ];
}

/** Nobody else may read the store, nor put another in its place; a sticky folder is as good. */
function modes(file: string): Finding {
  const folder = dirname(file);
  const [own, around] = [statSync(file).mode, statSync(folder).mode];
  if ((own & 0o077) !== 0) {
    const says = `others may read or write it (${(own & 0o777).toString(8)})`;
    return wrong('modes', says, `chmod 600 '${file}'`);
  }
  if ((around & 0o022) !== 0 && (around & 0o1000) === 0) {
    const says = `others may put another file in its place (${(around & 0o777).toString(8)})`;
    return wrong('modes', says, `chmod go-w '${folder}'`);
  }
  return ok('modes', 'its owner’s alone');
}

async function integrity(file: string, { checks }: State): Promise<Finding[]> {
  const mend = checks.every((each) => each.ok) ? '' : await restoring(file);
  return checks.map(({ check, ok: isRight, says }) =>
    isRight ? ok(check, says) : wrong(check, says, mend),
  );
}

/** How a store is brought back, with the name of the newest backup where there is one. */
async function restoring(file: string): Promise<string> {
  const newest = await newestBackup(file);
  return `scrap backup restore ${newest === undefined ? '<file>' : `'${newest.file}'`}`;
}

async function newestBackup(file: string) {
  const { backupFolders, backupsIn } = await upkeep.backups();
  const { asked, daily } = backupFolders(file);
  const all = [...backupsIn(asked), ...backupsIn(daily)];
  return all.toSorted((a, b) => (a.created < b.created ? 1 : -1))[0];
}

function driver({ sqlite }: State): Finding {
  return ok('driver', `SQLite ${sqlite}`);
}

/** It is cut at 64 MB when nobody reads; far above that, somebody has been reading all the time. */
function log({ wal }: State): Finding {
  const says = `${sayBytes(wal)} wait in the write-ahead log`;
  if (wal < 256 * 1024 * 1024) return ok('wal', says);
  return wrong('wal', says, 'stop what has the store open for long, or restart scrap serve');
}

function clock({ last }: State, now: Date): Finding {
  if (last !== undefined && Date.parse(last.at) - now.getTime() > 60_000) {
    const says = `it is ${now.toISOString()} here, before the last change (${last.at})`;
    return wrong('clock', says, 'set the clock: timedatectl set-ntp true');
  }
  return ok('clock', now.toISOString());
}

async function backups(file: string, { last }: State, now: Date): Promise<Finding> {
  const newest = await newestBackup(file);
  if (last === undefined) return ok('backup', 'nothing to back up yet');
  if (newest === undefined) return note('backup', 'there is none', 'scrap backup');
  const isSameDisk = statSync(newest.file).dev === statSync(file).dev;
  const where = isSameDisk ? ', on the same disk' : '';
  const says = `${sayWhen(newest.created, now)}, checked${where}: ${newest.file}`;
  const isOld = now.getTime() - Date.parse(newest.created) > 48 * HOUR;
  if (isOld && last.number > newest.last_change) {
    return wrong('backup', says, 'scrap backup; scrap serve makes one a day');
  }
  return ok('backup', says);
}
