/** Texts by key, nested as deep as one likes; a leaf is an ICU message. */
export type Messages = { readonly [key: string]: string | Messages };

/** The shape that another language's texts must have: the same keys, any words. */
export type Translation<T> = {
  readonly [Key in keyof T]: T[Key] extends string ? string : Translation<T[Key]>;
};

type Node = { readonly [key: string]: unknown };

/** A compiled message is an array, so only plain objects are branches. */
function isBranch(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `translated` laid over `source`: a text that is missing or empty in it is the source's. */
export function mergeMessages<T>(source: T, translated: unknown): T {
  if (!isBranch(source) || !isBranch(translated)) return source;
  const merged = Object.entries(source).map(([key, text]) => {
    const other = translated[key];
    if (isBranch(text)) return [key, mergeMessages(text, other)];
    return [key, other === undefined || other === '' ? text : other];
  });
  return Object.fromEntries(merged) as T;
}
