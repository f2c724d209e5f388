/** 'Factura {code}' with its values in their places. */
export const filled = (text: string, values: Record<string, string | undefined>) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** Of the letters that the standard fonts of a PDF lack, those that no accent explains. */
const FOLDED: Record<string, string> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  '\u202F': ' ',
};
const WINDOWS_1252 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

/**
 * A text in the letters that every reader of PDF has by itself (Windows-1252: all of western Europe, and €). Others
 * lose their accent ('Kovač'), and what is of another script becomes '?'.
 */
export function pdfText(text: string): string {
  return Array.from(text.normalize('NFC'), (letter) => {
    if (isPrintable(letter)) return letter;
    const plain = FOLDED[letter] ?? letter.normalize('NFKD').replaceAll(/\p{M}/gu, '');
    return Array.from(plain).every(isPrintable) ? plain : '?';
  }).join('');
}

const isPrintable = (letter: string) =>
  /^[\x20-\x7E\xA0-\xFF]$/.test(letter) || WINDOWS_1252.includes(letter);
