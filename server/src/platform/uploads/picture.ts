import { PICTURE_PIXELS, PICTURE_SIDE } from '@atalaya/contract/limits';
import type { Sharp } from 'sharp';
import { imageTypeOf } from './image-type.ts';
import type { ImageType } from './image-type.ts';

/** What cannot be read line by line is held as a whole, at 7 to 9 bytes a pixel: fewer are taken of it. */
const GIF_PIXELS = 10_000_000;
const PROGRESSIVE_PIXELS = 16_000_000;

/** An uploaded file that cannot become a picture of ours, and why. */
export class PictureError extends Error {
  readonly reason: 'not_image' | 'too_many_pixels';

  constructor(reason: PictureError['reason'], cause?: unknown) {
    super(`the picture is refused: ${reason}`, { cause });
    this.name = 'PictureError';
    this.reason = reason;
  }
}

/** Decodes the upload, or a picture that was drawn of it. */
export type OpenPicture = (bytes?: Buffer) => Sharp;

let turn: Promise<unknown> = Promise.resolve();

/**
 * Decodes an uploaded picture for `draw`, which draws it anew: nothing of the file itself is to be kept, neither
 * metadata nor what may be hidden behind the picture. One at a time in this process, to bound the memory.
 * @throws PictureError
 */
export function redrawPicture<T>(bytes: Buffer, draw: (open: OpenPicture) => Promise<T>): Promise<T> {
  const drawn = turn.then(() => redraw(bytes, draw));
  turn = drawn.catch(() => undefined);
  return drawn;
}

async function redraw<T>(bytes: Buffer, draw: (open: OpenPicture) => Promise<T>): Promise<T> {
  const type = imageTypeOf(bytes);
  if (!type) throw new PictureError('not_image');
  const open = await opener(bytes);
  await requireBounds(open(), type);
  return draw(open).catch((error: unknown) => {
    throw new PictureError('not_image', error);
  });
}

/** sharp, loaded at the first picture: it costs 20 MB of memory that most processes never need. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

async function opener(upload: Buffer): Promise<OpenPicture> {
  const sharp = await loadSharp();
  const options = { limitInputPixels: PICTURE_PIXELS, limitInputChannels: 4, failOn: 'warning' } as const;
  return (bytes = upload) => sharp(bytes, options);
}

/** The head of the file alone is read: nothing is decoded yet. */
async function requireBounds(image: Sharp, type: ImageType): Promise<void> {
  const head = await image.metadata().catch((error: unknown) => {
    const tooMany = error instanceof Error && error.message.includes('pixel limit');
    throw new PictureError(tooMany ? 'too_many_pixels' : 'not_image', error);
  });
  if (head.format !== type) throw new PictureError('not_image');
  const { width, height } = head;
  if (width * height > mostPixels(type, head.isProgressive) || Math.max(width, height) > PICTURE_SIDE)
    throw new PictureError('too_many_pixels');
}

function mostPixels(type: ImageType, isProgressive = false): number {
  if (type === 'gif') return GIF_PIXELS;
  return isProgressive ? PROGRESSIVE_PIXELS : PICTURE_PIXELS;
}
