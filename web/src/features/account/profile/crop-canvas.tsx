import { type PointerEvent, useEffect, useRef } from 'react';
import { type Crop, clampCrop, sideOf } from './crop.ts';

/** Pixels of the preview; on a dense screen it is drawn twice as fine. */
const SHOWN = 288;

/** Draws the square of a picture over a whole canvas. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const side = sideOf(picture, crop);
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(
    picture,
    crop.x - side / 2,
    crop.y - side / 2,
    side,
    side,
    0,
    0,
    canvas.width,
    canvas.height,
  );
}

type CropCanvasProps = {
  label: string;
  picture: ImageBitmap;
  crop: Crop;
  onChange: (crop: Crop) => void;
};

/** The square as it will look; the picture is dragged beneath it. */
export function CropCanvas({ label, picture, crop, onChange }: CropCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const scale = sideOf(picture, crop) / event.currentTarget.clientWidth;
    const { x, y, zoom } = crop;
    onChange(clampCrop(picture, { x: x - event.movementX * scale, y: y - event.movementY * scale, zoom }));
  };
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      width={SHOWN * 2}
      height={SHOWN * 2}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      className="mx-auto aspect-square w-72 max-w-full cursor-move touch-none rounded-full bg-hover"
    />
  );
}
