type Cover = {
  /** Of the charts: 1 to 6. */
  colour: number;
  x: number;
  y: number;
  radii: number[];
};

/** Rings around a light, on a field of 120 × 68, by a slug alone. */
export function coverOf(slug: string): Cover {
  const next = numbersFrom(slug);
  const colour = 1 + (next() % 6);
  const step = 11 + (next() % 6);
  const x = 16 + (next() % 88);
  const y = 14 + (next() % 40);
  return { colour, x, y, radii: [1, 2, 3, 4, 5, 6, 7].map((ring) => ring * step) };
}

/** FNV-1a of the text, stirred anew for every number. */
function numbersFrom(text: string): () => number {
  let state = 2_166_136_261;
  const stir = (value: number) => {
    state = Math.imul(state ^ value, 16_777_619) >>> 0;
  };
  for (const character of text) stir(character.codePointAt(0) ?? 0);
  return () => {
    stir(state >>> 13);
    return state >>> 8;
  };
}
