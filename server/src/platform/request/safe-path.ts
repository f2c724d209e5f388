/**
 * `wanted` if it is a path of this very site, else null: an address such as //evil.example, /\evil.example or
 * javascript:… is never redirected to, nor one of the API.
 */
export function safePath(wanted: string | undefined): string | null {
  if (wanted === undefined || !/^\/(?![/\\])/.test(wanted)) return null;
  // Browsers drop tabs and line breaks before they read an address: "/\t/evil.example" is "//evil.example".
  if (/[\u0000-\u001f\u007f\\]/.test(wanted)) return null;
  const here = 'http://this.site';
  const url = URL.parse(wanted, here);
  // ".." can make what starts with one slash start with two.
  if (url?.origin !== here || url.pathname.startsWith('//') || url.pathname.startsWith('/api/')) return null;
  return url.pathname + url.search + url.hash;
}
