/**
 * Where to go after signing in: `wanted` if it is a path of this very site, else `otherwise`. An address such
 * as //evil.example, /\evil.example or javascript:… is never followed, nor one that leads back to signing in.
 */
export function safeRedirect(wanted: unknown, otherwise: string): string {
  if (typeof wanted !== 'string' || !/^\/(?![/\\])/.test(wanted)) return otherwise;
  // Browsers drop tabs and line breaks before they read an address: "/\t/evil.example" is "//evil.example".
  if (/[\u0000-\u001f\u007f\\]/.test(wanted)) return otherwise;
  const here = 'http://this.site';
  if (!URL.canParse(wanted, here)) return otherwise;
  const { origin, pathname, search, hash } = new URL(wanted, here);
  // ".." can make what starts with one slash start with two.
  if (origin !== here || pathname.startsWith('//')) return otherwise;
  if (pathname === '/admin/login' || pathname === '/admin/register') return otherwise;
  return pathname + search + hash;
}
