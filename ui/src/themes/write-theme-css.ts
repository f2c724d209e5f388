import { writeFileSync } from 'node:fs';
import { themeCss } from './theme-css.ts';

writeFileSync(new URL('./themes.css', import.meta.url), themeCss());
