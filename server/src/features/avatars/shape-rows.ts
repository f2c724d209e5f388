import { SHADES } from './indexed-png.ts';

/** Corners of a circle for the root of its radius: a twentieth of a pixel from round. */
const ROUND = 10;

type Point = { x: number; y: number };

/**
 * Shapes of one colour each, which never overlap, as the rows of an indexed picture. An edge adds what it covers to its
 * right; the running sum along a row is how much of each pixel a shape covers, exactly, also where an edge cuts it.
 */
export class ShapeRows {
  /** Each row after a byte that is 0. */
  readonly rows: Uint8Array;
  /** Of each pixel, and one more in each row: by how much it is covered more than the one before. */
  readonly #changes: Float64Array;
  readonly #width: number;
  #start: Point = { x: 0, y: 0 };
  #pen: Point = { x: 0, y: 0 };
  #shapes = 0;

  constructor(size: number) {
    this.#width = size + 1;
    this.rows = new Uint8Array(size * this.#width);
    this.#changes = new Float64Array(this.rows.length + 1);
  }

  moveTo(x: number, y: number): void {
    this.#start = this.#pen = { x, y };
  }

  lineTo(x: number, y: number): void {
    const to = { x, y };
    if (y > this.#pen.y) this.#edge(this.#pen, to, 1);
    else if (y < this.#pen.y) this.#edge(to, this.#pen, -1);
    this.#pen = to;
  }

  closePath(): void {
    this.lineTo(this.#start.x, this.#start.y);
  }

  /** Anticlockwise, which takes away of the shape around it, where the radius is negative. */
  circle(x: number, y: number, radius: number): void {
    const corners = Math.ceil(ROUND * Math.sqrt(Math.abs(radius)));
    const step = (Math.sign(radius) * 2 * Math.PI) / corners;
    this.moveTo(x + Math.abs(radius), y);
    for (let n = 1; n < corners; n++)
      this.lineTo(x + Math.abs(radius) * Math.cos(n * step), y + Math.abs(radius) * Math.sin(n * step));
    this.closePath();
  }

  /** Gives the shape since the last one the next colour. */
  fill(): void {
    const base = this.#shapes++ * SHADES;
    const { rows } = this;
    const changes = this.#changes;
    let covered = 0;
    let color = 0;
    for (let at = 0; at < rows.length; at++) {
      const change = changes[at] ?? 0;
      // Most pixels are as the one before them.
      if (change !== 0) {
        covered += change;
        const shade = Math.min(SHADES, Math.round(Math.abs(covered) * SHADES));
        color = shade && base + shade;
        changes[at] = 0;
      }
      if (color !== 0) rows[at + 1] = color;
    }
  }

  /** An edge that goes down, row by row. */
  #edge(top: Point, bottom: Point, sign: 1 | -1): void {
    const slope = (bottom.x - top.x) / (bottom.y - top.y);
    let x = top.x;
    for (let row = Math.floor(top.y); row < bottom.y; row++) {
      const height = Math.min(row + 1, bottom.y) - Math.max(row, top.y);
      const next = x + slope * height;
      this.#cut(row * this.#width, Math.max(0, Math.min(x, next)), Math.max(x, next), sign * height);
      x = next;
    }
  }

  /** The piece of an edge within one row: from `left` to `right`, and so high. */
  #cut(row: number, left: number, right: number, height: number): void {
    let column = Math.floor(left);
    let carried = 0;
    do {
      const [from, to] = [Math.max(column, left), Math.min(column + 1, right)];
      const piece = right > left ? (height * (to - from)) / (right - left) : height;
      const inside = piece * (column + 1 - (from + to) / 2);
      this.#change(row + column, carried + inside);
      carried = piece - inside;
      column++;
    } while (column < right);
    this.#change(row + column, carried);
  }

  #change(at: number, by: number): void {
    this.#changes[at] = (this.#changes[at] ?? 0) + by;
  }
}
