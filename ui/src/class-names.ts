/** Joins the parts of a class list; what is false, empty or undefined is left out. */
export function classNames(...parts: (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}
