import PdfKit from 'pdfkit';
import { pdfText } from './pdf-text.ts';

/** Points of an A4 sheet and of its margins. */
const SHEET = { width: 595.28, height: 841.89 };
const MARGIN = 48;
export const LEFT = MARGIN;
export const WIDTH = SHEET.width - 2 * MARGIN;
const FOOTER = 36;
const BOTTOM = SHEET.height - MARGIN - FOOTER;
const CELL_PADDING = 4;
/** Of the names of facts. */
const LABEL = 100;

const INK = '#111827';
const MUTED = '#6b7280';
const RULE = '#d1d5db';

type Document = InstanceType<typeof PdfKit>;
type Element = ReturnType<Document['struct']>;
type TextStyle = { size?: number; strong?: boolean; muted?: boolean; align?: 'left' | 'right' | 'center' };
/** Where a text is placed; it wraps within its width. */
type Box = { x: number; y: number; width: number };
/** `share` of the width of the table, of 1 in all. */
export type Column = { title: string; share: number; align?: 'left' | 'right' };

type Numbered = (page: number, pages: number) => string;

/** A tagged document: every text says what it is, for screen readers. It keeps the place of the next text. */
export class PdfPage {
  readonly document: Document;
  /** Where the next text begins, from the top of the sheet. */
  y = MARGIN;
  readonly #root: Element;
  readonly #numbered: Numbered;

  /** `language`: of its texts; `numbered` writes the number of a sheet. */
  constructor(info: { title: string; author: string; on: Date; language: string; numbered: Numbered }) {
    this.#numbered = info.numbered;
    this.document = new PdfKit({
      size: 'A4',
      margin: MARGIN,
      bufferPages: true,
      pdfVersion: '1.7',
      tagged: true,
      lang: info.language,
      displayTitle: true,
      // No moment of its own: the same document is the same file.
      info: {
        Title: info.title,
        Author: info.author,
        Subject: info.title,
        Creator: 'Atalaya',
        Producer: 'Atalaya',
        CreationDate: info.on,
        ModDate: info.on,
      },
    });
    this.#root = this.document.struct('Document');
    this.document.addStructure(this.#root);
  }

  /** A text in a box; returns how high it is. Leaves `y` where it is. */
  text(type: 'H1' | 'H2' | 'P', text: string, box: Box, style: TextStyle = {}): number {
    return this.#write(this.#root, type, text, box, style);
  }

  /** A drawing of squares, dark ones by their path, with what it says for those who cannot see it. */
  figure({ size, path }: { size: number; path: string }, { x, y, width }: Box, alt: string): void {
    const { document } = this;
    const draw = () => {
      document
        .save()
        .translate(x, y)
        .scale(width / size)
        .path(path)
        .fill('#000000')
        .restore();
    };
    this.#root.add(document.struct('Figure', { alt }, draw));
  }

  /** Names and values beside each other, a line each; moves `y` below them. */
  facts(facts: readonly (readonly [label: string, value: string])[]): void {
    for (const [label, value] of facts) {
      this.text('P', label, { x: LEFT, y: this.y, width: LABEL }, { muted: true });
      this.y += this.text('P', value, { x: LEFT + LABEL, y: this.y, width: WIDTH - LABEL }) + 2;
    }
  }

  /** Puts a file into the document, which readers show among its attachments. */
  attach(content: Buffer, file: { name: string; type: string; on: Date }): void {
    this.document.file(content, {
      name: file.name,
      type: file.type,
      creationDate: file.on,
      modifiedDate: file.on,
    });
  }

  /** A table over the whole width, on as many sheets as it needs, its titles again on each; moves `y` below it. */
  table(columns: readonly Column[], rows: readonly (readonly string[])[]): void {
    const table = this.document.struct('Table');
    this.#root.add(table);
    const titles = columns.map(({ title }) => title);
    this.#row(table, 'TH', columns, titles, { strong: true, muted: true });
    for (const row of rows) {
      if (this.room(this.#heightOf(columns, row)))
        this.#row(table, 'TH', columns, titles, { strong: true, muted: true });
      this.#row(table, 'TD', columns, row, {});
    }
    table.end();
  }

  /** Goes to a new sheet where this one has not so much room left; true where it did. */
  room(height: number): boolean {
    if (this.y + height <= BOTTOM) return false;
    this.document.addPage();
    this.y = MARGIN;
    return true;
  }

  /** A line across the sheet. */
  rule(): void {
    const { document } = this;
    document.markContent('Artifact', { type: 'Layout' });
    document
      .moveTo(LEFT, this.y)
      .lineTo(LEFT + WIDTH, this.y)
      .lineWidth(0.5)
      .strokeColor(RULE)
      .stroke();
    document.endMarkedContent();
  }

  /** Ends the document, with a line at the foot of every sheet and its number of all. */
  end(foot: string): Document {
    const { document } = this;
    this.#root.end();
    const { count } = document.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      document.switchToPage(page);
      // Below the margin, where a text would otherwise begin a sheet.
      document.page.margins.bottom = 0;
      document.markContent('Artifact', { type: 'Pagination' });
      const y = SHEET.height - MARGIN - 8;
      this.#draw(foot, { x: LEFT, y, width: WIDTH - 90 }, { size: 7, muted: true });
      const number = this.#numbered(page + 1, count);
      const box = { x: LEFT + WIDTH - 90, y, width: 90 };
      this.#draw(number, box, { size: 7, muted: true, align: 'right' });
      document.endMarkedContent();
    }
    document.end();
    return document;
  }

  #row(
    table: Element,
    type: 'TH' | 'TD',
    columns: readonly Column[],
    cells: readonly string[],
    style: TextStyle,
  ) {
    const row = this.document.struct('TR');
    table.add(row);
    const height = this.#heightOf(columns, cells);
    let x = LEFT;
    columns.forEach(({ share, align = 'left' }, at) => {
      const gap = at === columns.length - 1 ? 0 : CELL_PADDING;
      const box = { x, y: this.y + CELL_PADDING, width: share * WIDTH - gap };
      this.#write(row, type, cells[at] ?? '', box, { size: 9, align, ...style });
      x += share * WIDTH;
    });
    row.end();
    this.y += height;
    this.rule();
  }

  #heightOf(columns: readonly Column[], cells: readonly string[]): number {
    this.#style({ size: 9 });
    const heights = columns.map(({ share }, at) =>
      this.document.heightOfString(pdfText(cells[at] ?? ''), { width: share * WIDTH - CELL_PADDING }),
    );
    return Math.max(...heights) + 2 * CELL_PADDING;
  }

  #write(
    parent: Element,
    type: 'H1' | 'H2' | 'P' | 'TH' | 'TD',
    text: string,
    box: Box,
    style: TextStyle,
  ): number {
    let height = 0;
    const draw = () => {
      height = this.#draw(text, box, style);
    };
    parent.add(this.document.struct(type, {}, draw));
    return height;
  }

  #draw(text: string, { x, y, width }: Box, style: TextStyle): number {
    const { document } = this;
    this.#style(style);
    const written = pdfText(text);
    document.text(written, x, y, { width, align: style.align ?? 'left' });
    return document.heightOfString(written, { width });
  }

  #style({ size = 9, strong = false, muted = false }: TextStyle): void {
    this.document
      .font(strong ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(size)
      .fillColor(muted ? MUTED : INK);
  }
}
