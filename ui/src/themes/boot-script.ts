import { defaultStorageKey, fallbackTheme, initialTheme, themeNames } from './theme-list.ts';

/**
 * Runs in the head before the first paint, so that no other theme flashes: puts the stored theme and mode on
 * the root element, exactly as `ThemeProvider` does later. Storage may be forbidden; then the defaults hold.
 * The build inlines this string and allows it in the content security policy by its hash.
 */
export const bootScript = `(function(){var d=document.documentElement.dataset,t=null,m=null;try{t=localStorage.getItem('${defaultStorageKey}');m=localStorage.getItem('${defaultStorageKey}-dark')}catch(e){}d.theme=t===null?'${initialTheme}':${JSON.stringify(themeNames)}.indexOf(t)<0?'${fallbackTheme}':t;d.mode=(m===null?matchMedia('(prefers-color-scheme: dark)').matches:m==='true')?'dark':'light'})()`;
