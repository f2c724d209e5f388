import { hash } from 'node:crypto';
import type { JdenticonCompatibleCanvasRenderingContext2D as Context } from 'jdenticon';
import { ShapeRows } from './shape-rows.ts';

/** What a step does, and in which order its numbers stand: kind, x, y, radius (negative where anticlockwise). */
const KINDS = { moveTo: 0, lineTo: 1, closePath: 2, arc: 3, fill: 4 } as const;
const NUMBERS = 4;

/**
 * The part of a canvas that the library draws identicons with. It only takes down what is drawn, apart from the
 * colours: few shapes make up all identicons, so that most were drawn before, in other colours.
 */
export class RecordedShapes implements Context {
  readonly canvas: Context['canvas'];
  /** '#rrggbb' of each shape that was filled. */
  readonly colors: string[] = [];
  fillStyle = '';
  readonly #size: number;
  readonly #steps: number[] = [];

  constructor(size: number) {
    this.canvas = { width: size, height: size, getContext: () => this };
    this.#size = size;
  }

  /** The same for the same shapes at the same size. */
  name(): string {
    return `${this.#size} ${hash('sha256', new Float64Array(this.#steps))}`;
  }

  /** As `packRows` takes them. */
  draw(): Uint8Array {
    const drawn = new ShapeRows(this.#size);
    for (let at = 0; at < this.#steps.length; at += NUMBERS) {
      const [kind, x = 0, y = 0, radius = 0] = this.#steps.slice(at, at + NUMBERS);
      if (kind === KINDS.moveTo) drawn.moveTo(x, y);
      else if (kind === KINDS.lineTo) drawn.lineTo(x, y);
      else if (kind === KINDS.closePath) drawn.closePath();
      else if (kind === KINDS.arc) drawn.circle(x, y, radius);
      else drawn.fill();
    }
    return drawn.rows;
  }

  moveTo(x: number, y: number): void {
    this.#steps.push(KINDS.moveTo, x, y, 0);
  }

  lineTo(x: number, y: number): void {
    this.#steps.push(KINDS.lineTo, x, y, 0);
  }

  closePath(): void {
    this.#steps.push(KINDS.closePath, 0, 0, 0);
  }

  /** A whole circle: the library asks for nothing less. */
  arc(x: number, y: number, radius: number, _from: number, _to: number, anticlockwise = false): void {
    this.#steps.push(KINDS.arc, x, y, anticlockwise ? -radius : radius);
  }

  fill(): void {
    this.colors.push(this.fillStyle);
    this.#steps.push(KINDS.fill, 0, 0, 0);
  }

  beginPath(): void {}
  // The ground is clear as it is, and a shape stands where it stands.
  clearRect(): void {}
  fillRect(): void {}
  save(): void {}
  restore(): void {}
  translate(): void {}
}
