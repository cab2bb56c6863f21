import type { Plugin, Rolldown } from 'vite';

/** Names of the chunks that every visit needs: see `chunks.ts`. */
const NEEDED = new Set(['react', 'login']);

/**
 * Names the code and the styles of the login in the page, so that the browser fetches them together with the first file, which imports
 * them on demand.
 */
export function preloadLogin(): Plugin {
  return {
    name: 'preload-login',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const needed = Object.values(bundle).filter(isNeeded);
        const styles = new Set(needed.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
        return [
          ...needed.map(({ fileName }) => link({ rel: 'modulepreload', href: fileName })),
          ...[...styles].map((fileName) => link({ rel: 'stylesheet', href: fileName })),
        ];
      },
    },
  };
}

const isNeeded = (file: Rolldown.OutputChunk | Rolldown.OutputAsset): file is Rolldown.OutputChunk =>
  file.type === 'chunk' && NEEDED.has(file.name);

const link = ({ rel, href }: { rel: string; href: string }) => ({
  tag: 'link',
  attrs: { rel, crossorigin: true, href: `./${href}` },
  injectTo: 'head' as const,
});
