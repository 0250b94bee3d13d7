import sharp from 'sharp';

/** Where the camera of `photo` says it was. */
export const CANARY_PLACE = 'Kelp Forest 59';

/** A JPEG as a phone held upright makes it: stored lying, with place and time beside it. */
export async function photo(width = 64, height = 48): Promise<Buffer> {
  return picture(width, height)
    .withExif({
      IFD0: { Copyright: CANARY_PLACE },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 20/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

export function png(width = 8, height = 8): Promise<Buffer> {
  return picture(width, height).png().toBuffer();
}

function picture(width: number, height: number) {
  const background = { r: 200, g: 30, b: 30 };
  return sharp({ create: { width, height, channels: 3, background } });
}
