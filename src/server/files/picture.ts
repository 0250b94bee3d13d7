import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { files, type Store } from '../../store/index.ts';
import { decodeHeic } from './heic.ts';
import { loadSharp, type Sharp } from './sharp.ts';

/** The longer side of a picture as it is shown, in pixels: in a list, and alone on a screen. */
const SIDES = { small: 480, large: 1920 } as const;
export type PictureSize = keyof typeof SIDES;

export function isPictureSize(size: string): size is PictureSize {
  return Object.hasOwn(SIDES, size);
}

/** More pixels are not decoded: a bomb is a few bytes that unpack to gigabytes. */
const MOST_PIXELS = 100_000_000;
/** How long one picture may take, in seconds. */
const LONGEST = 20;

/** A file of the store, as `fileById` gives it. */
export interface PictureFile {
  readonly id: string;
  readonly type: string;
  readonly place: string;
}

/**
 * The path of a picture made of a file: upright, in WebP, without what the camera noted beside
 * it, such as the place. Made when it is first asked for, and kept. Undefined where none can be
 * made: sharp is not installed, or the bytes are no whole picture, which is noted.
 */
export async function makePicture(
  store: Store,
  file: PictureFile,
  size: PictureSize,
): Promise<string | undefined> {
  const { pictureAt } = await files.served();
  const place = pictureAt(store, file.id, size);
  const known = await sizeOf(place);
  if (known !== undefined) return known === 0 ? undefined : place;
  const job = making.get(place) ?? one(() => make(store, file, size, place));
  making.set(place, job);
  try {
    return await job;
  } finally {
    making.delete(place);
  }
}

/**
 * Makes both sizes of a picture, so that they are there when somebody looks; a file that is gone
 * or is no picture needs none.
 */
export async function makePicturesOf(store: Store, id: string): Promise<void> {
  const { fileById, isPicture } = await files.served();
  const file = fileById(store, id);
  if (file === undefined || !isPicture(file.type)) return;
  await makePicture(store, file, 'large');
  await makePicture(store, file, 'small');
}

/** Pictures that are being made or wait for it. */
const making = new Map<string, Promise<string | undefined>>();
let last: Promise<unknown> = Promise.resolve();

/** One after another: each may take a processor and hundreds of megabytes. */
function one<T>(act: () => Promise<T>): Promise<T> {
  const job = last.then(act);
  last = job.catch(() => {});
  return job;
}

async function make(
  store: Store,
  file: PictureFile,
  size: PictureSize,
  place: string,
): Promise<string | undefined> {
  const known = await sizeOf(place); // it may have been made while this one waited
  if (known !== undefined) return known === 0 ? undefined : place;
  const sharp = loadSharp();
  if (sharp === undefined) return undefined;
  const input = await inputFor(store, file, size);
  if (input === 'no decoder') return undefined;
  const bytes = input === undefined ? undefined : await shrink(sharp, input, SIDES[size]);
  await keep(place, bytes ?? new Uint8Array());
  return bytes === undefined ? undefined : place;
}

/** What a picture is made from: the larger one where that costs less, else the file. */
async function inputFor(
  store: Store,
  file: PictureFile,
  size: PictureSize,
): Promise<Uint8Array | 'no decoder' | undefined> {
  const { isHeic, pictureAt } = await files.served();
  if (!isHeic(file.type)) return readFile(file.place);
  if (size === 'large') return decodeHeic(file.place, MOST_PIXELS);
  const large = pictureAt(store, file.id, 'large');
  const made =
    (await sizeOf(large)) === undefined ? await make(store, file, 'large', large) : large;
  return made === undefined ? undefined : readFile(made);
}

async function shrink(
  sharp: Sharp,
  input: Uint8Array,
  side: number,
): Promise<Uint8Array | undefined> {
  try {
    return await sharp(input, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .timeout({ seconds: LONGEST })
      .toBuffer();
  } catch {
    return undefined;
  }
}

/** Written whole under another name first. An empty one says that there is none to be made. */
async function keep(place: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  const fresh = join(dirname(place), `.${randomUUID()}`);
  try {
    await writeFile(fresh, bytes, { mode: 0o600 });
    await rename(fresh, place);
  } finally {
    await rm(fresh, { force: true });
  }
}

async function sizeOf(place: string): Promise<number | undefined> {
  return (await stat(place).catch(() => undefined))?.size;
}
