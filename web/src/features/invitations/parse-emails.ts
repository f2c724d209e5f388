/**
 * The addresses in a text that was pasted or dropped: one per line, or separated by commas, semicolons or tabs.
 * Of a CSV the cells with an at sign are taken; 'Ana López <ana@empresa.com>' gives the address alone. What has
 * no at sign is kept where it is alone on its line, so that a mistyped address is reported, not lost.
 */
export function parseEmails(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .flatMap((line) => {
      const cells = line
        .split(/[,;\t]/)
        .map((cell) =>
          cell
            .trim()
            .replace(/^"(.*)"$/, '$1')
            .trim(),
        )
        .filter((cell) => cell !== '');
      const addresses = cells.filter((cell) => cell.includes('@'));
      return addresses.length > 0 || cells.length > 1 ? addresses : cells;
    })
    .map((cell) => /<([^<>]+)>$/.exec(cell)?.[1] ?? cell);
}
