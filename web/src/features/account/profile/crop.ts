/** A square of a picture: its middle, in pixels of the picture, and how much closer than the whole it looks. */
export type Crop = { x: number; y: number; zoom: number };
export type Size = { width: number; height: number };

export const ZOOM_MAX = 4;

/** The largest square, around the middle. */
export const wholeCrop = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 });

/** The side of the square, in pixels of the picture. */
export const sideOf = ({ width, height }: Size, { zoom }: Crop): number => Math.min(width, height) / zoom;

/** The same square, moved as little as it takes to lie within the picture. */
export function clampCrop(picture: Size, crop: Crop): Crop {
  const zoom = Math.min(ZOOM_MAX, Math.max(1, crop.zoom));
  const half = sideOf(picture, { ...crop, zoom }) / 2;
  const within = (value: number, length: number) => Math.min(length - half, Math.max(half, value));
  return { x: within(crop.x, picture.width), y: within(crop.y, picture.height), zoom };
}

/** The position of the square between the two edges, 0 to 1; 0.5 where it fills the length. */
export function positionOf(picture: Size, crop: Crop): { x: number; y: number } {
  const side = sideOf(picture, crop);
  const share = (value: number, length: number) =>
    length > side ? (value - side / 2) / (length - side) : 0.5;
  return { x: share(crop.x, picture.width), y: share(crop.y, picture.height) };
}

/** The square at these shares of the way between the edges. */
export function moveTo(picture: Size, crop: Crop, position: { x: number; y: number }): Crop {
  const side = sideOf(picture, crop);
  const place = (share: number, length: number) => side / 2 + share * (length - side);
  return clampCrop(picture, {
    ...crop,
    x: place(position.x, picture.width),
    y: place(position.y, picture.height),
  });
}
