import { AVATAR_PIXELS, AVATAR_SIDE } from '@atalaya/contract/limits';
import type { Sharp } from 'sharp';
import { AppError } from '../../platform/errors.ts';
import { imageTypeOf } from './image-type.ts';
import type { ImageType } from './image-type.ts';

/** Pixels of the squares that are kept of a picture; the largest first. */
export const AVATAR_SIZES = [512, 160, 80, 32] as const;
export type AvatarImage = { size: (typeof AVATAR_SIZES)[number]; bytes: Buffer };

const QUALITY = 82;
/** What cannot be read line by line is held as a whole, at 7 to 9 bytes a pixel: fewer are taken of it. */
const GIF_PIXELS = 10_000_000;
const PROGRESSIVE_PIXELS = 16_000_000;

let turn: Promise<unknown> = Promise.resolve();

/**
 * Decodes an uploaded picture and draws it anew as WebP squares, cut around its middle: nothing of the file itself
 * is kept, neither metadata nor what may be hidden behind the picture. One at a time, to bound the memory.
 * @throws avatar.not_image, avatar.too_many_pixels
 */
export function drawAvatar(bytes: Buffer): Promise<AvatarImage[]> {
  const drawn = turn.then(() => draw(bytes));
  turn = drawn.catch(() => undefined);
  return drawn;
}

async function draw(bytes: Buffer): Promise<AvatarImage[]> {
  const type = imageTypeOf(bytes);
  if (!type) throw new AppError('avatar.not_image');
  const open = await opener(bytes);
  await requireBounds(open(), type);
  try {
    const largest = await webp(open().autoOrient(), AVATAR_SIZES[0]);
    const smaller = AVATAR_SIZES.slice(1).map(async (size) => ({
      size,
      bytes: await webp((await opener(largest))(), size),
    }));
    return [{ size: AVATAR_SIZES[0], bytes: largest }, ...(await Promise.all(smaller))];
  } catch (error) {
    throw new AppError('avatar.not_image', { details: error });
  }
}

/** The decoder is loaded at the first upload: it costs 20 MB of memory that most processes never need. */
async function opener(bytes: Buffer): Promise<() => Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return () => sharp(bytes, { limitInputPixels: AVATAR_PIXELS, limitInputChannels: 4, failOn: 'warning' });
}

/** The head of the file alone is read: nothing is decoded yet. */
async function requireBounds(image: Sharp, type: ImageType): Promise<void> {
  const head = await image.metadata().catch((error: unknown) => {
    const tooMany = error instanceof Error && error.message.includes('pixel limit');
    throw new AppError(tooMany ? 'avatar.too_many_pixels' : 'avatar.not_image', { details: error });
  });
  if (head.format !== type) throw new AppError('avatar.not_image');
  const { width, height } = head;
  if (width * height > mostPixels(type, head.isProgressive) || Math.max(width, height) > AVATAR_SIDE)
    throw new AppError('avatar.too_many_pixels');
}

function mostPixels(type: ImageType, isProgressive = false): number {
  if (type === 'gif') return GIF_PIXELS;
  return isProgressive ? PROGRESSIVE_PIXELS : AVATAR_PIXELS;
}

const webp = (image: Sharp, size: number) =>
  image.resize(size, size, { fit: 'cover' }).webp({ quality: QUALITY }).toBuffer();
