type Cover = { ground: number; shapes: { x: number; y: number; radius: number; colour: number }[] };

/** Discs on a field of 120 × 68, and colours of the charts (1 to 6), by a slug alone. */
export function coverOf(slug: string): Cover {
  const next = numbersFrom(slug);
  const ground = 1 + (next() % 6);
  const shapes = [22, 16, 11, 7].map((radius, at) => ({
    x: 12 + (next() % 96),
    y: 8 + (next() % 52),
    radius: radius + (next() % 5),
    colour: 1 + ((ground + at) % 6),
  }));
  return { ground, shapes };
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
