import { AppError } from '../../../platform/core/errors.ts';
import { PictureError, redrawPicture } from '../../../platform/uploads/picture.ts';
import type { OpenPicture } from '../../../platform/uploads/picture.ts';

/** Pixels of the squares that are kept of a picture; the largest first. */
export const AVATAR_SIZES = [512, 160, 80, 32] as const;
export type AvatarImage = { size: (typeof AVATAR_SIZES)[number]; bytes: Buffer };

const QUALITY = 82;

/**
 * Decodes an uploaded picture and draws it anew as WebP squares, cut around its middle.
 * @throws avatar.not_image, avatar.too_many_pixels
 */
export async function drawAvatar(bytes: Buffer): Promise<AvatarImage[]> {
  try {
    return await redrawPicture(bytes, drawSquares);
  } catch (error) {
    if (error instanceof PictureError) throw new AppError(`avatar.${error.reason}`, { details: error });
    throw error;
  }
}

async function drawSquares(open: OpenPicture): Promise<AvatarImage[]> {
  const largest = await webp(open().autoOrient(), AVATAR_SIZES[0]);
  const smaller = AVATAR_SIZES.slice(1).map(async (size) => ({
    size,
    bytes: await webp(open(largest), size),
  }));
  return [{ size: AVATAR_SIZES[0], bytes: largest }, ...(await Promise.all(smaller))];
}

const webp = (image: ReturnType<OpenPicture>, size: number) =>
  image.resize(size, size, { fit: 'cover' }).webp({ quality: QUALITY }).toBuffer();
