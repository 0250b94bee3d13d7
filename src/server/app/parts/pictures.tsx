import { useState } from 'preact/hooks';

import type { Image, Page, PageFile, WholePage } from '../shapes.ts';

/** A small picture of a page that has one; its title stands beside it. */
export function Thumb({ page: { images = [] } }: { page: Page }) {
  const [isLost, setLost] = useState(false);
  const [first] = images;
  if (first === undefined || isLost) return null;
  return (
    <img
      class="thumb"
      src={pathOf(first.thumb)}
      alt=""
      loading="lazy"
      onError={() => setLost(true)}
    />
  );
}

/** The pictures and other files of a page. */
export function Pictures({ page }: { page: WholePage }) {
  const { images = [], files = [] } = page;
  return (
    <>
      {images.length > 0 && (
        <ul class={images.length === 1 ? 'pictures is-one' : 'pictures'}>
          {images.map((image) => (
            <li key={image.url}>
              <Picture image={image} alt={altOf(page, image)} />
            </li>
          ))}
        </ul>
      )}
      {files.length > 0 && (
        <ul class="files">
          {files.map((file) => (
            <li key={file.url}>
              <FileLink file={file} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Leads to the picture as it was taken; what is seen is smaller, and tells no place. */
function Picture({ image, alt }: { image: Image; alt: string }) {
  const [isLost, setLost] = useState(false);
  if (isLost) return <FileLink file={image} />;
  return (
    <a href={pathOf(image.url)} target="_blank">
      <img
        src={pathOf(image.thumb).replace(/small$/, 'large')}
        alt={alt}
        loading="lazy"
        onError={() => setLost(true)}
      />
    </a>
  );
}

function FileLink({ file: { url, name } }: { file: PageFile }) {
  return (
    <a href={pathOf(url)} target="_blank">
      {name}
    </a>
  );
}

/** What a model read in the pictures, else what they are called. */
function altOf({ by_model, title }: WholePage, { name }: Image): string {
  const read = [by_model?.title, by_model?.transcript].filter((words) => words !== undefined);
  if (read.length > 0) return read.join(': ').slice(0, 400);
  return `${title} (${name})`;
}

/** The app may be opened by another name than the public one, and loads from its own alone. */
function pathOf(url: string): string {
  return new URL(url).pathname;
}
