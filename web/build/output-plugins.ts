import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/** Puts the script that sets theme and dark mode before the first paint into the page's head. */
export function bootScript(script: string): Plugin {
  return {
    name: 'atalaya:boot-script',
    transformIndexHtml: () => [{ tag: 'script', children: script, injectTo: 'head-prepend' }],
  };
}

/** Lets the browser fetch the font along with the style sheet that asks for it. */
export function preloadedFont(): Plugin {
  return {
    name: 'atalaya:preloaded-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const font = Object.keys(bundle).find((file) => file.endsWith('.woff2'));
        if (!font) throw new Error('The build made no font');
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: '' };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}

/** Writes csp.json: the hashes of the page's inline scripts, for the server's Content-Security-Policy. */
export function scriptHashes(): Plugin {
  return {
    name: 'atalaya:script-hashes',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('The build made no index.html');
        const hashes = [...page.source.toString().matchAll(INLINE_SCRIPT)].map(
          ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
        );
        this.emitFile({
          type: 'asset',
          fileName: 'csp.json',
          source: JSON.stringify({ script_hashes: hashes }),
        });
      },
    },
  };
}

/**
 * Asks browsers that know the comment (Chromium from 136 on) to compile a screen's functions while its code comes,
 * beside the page, and not one by one when they are first called: of drawing a list that was a tenth.
 * @param but names of chunks that are left out, with the entry: their first functions are waited for
 */
export function compiledAhead(but: readonly string[]): Plugin {
  return {
    name: 'atalaya:compiled-ahead',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && !file.isEntry && !but.includes(file.name))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      },
    },
  };
}

const COMPRESSIBLE = /\.(js|css|svg|html|json|webmanifest)$/;
const SMALLEST_WORTH_IT = 1024;

/** Writes a .br and a .gz beside every text file of the build, at the highest level: the server only sends them. */
export function precompressed(): Plugin {
  return {
    name: 'atalaya:precompressed',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = Object.values(bundle).filter((file) => COMPRESSIBLE.test(file.fileName));
        for (const file of files) {
          const source = Buffer.from(file.type === 'asset' ? file.source : file.code);
          if (source.length < SMALLEST_WORTH_IT || file.fileName.startsWith('.vite')) continue;
          const [br, gz] = await Promise.all([
            promisify(brotliCompress)(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
            promisify(gzip)(source, { level: 9 }),
          ]);
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: br });
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: gz });
        }
      },
    },
  };
}
