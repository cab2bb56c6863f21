import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { documentOf } from './guide-documents.ts';
import { renderGuide } from './render-guide.ts';

const NAME = 'virtual:guide/';
const END = '.md?guide';

/**
 * Makes a module of each part of the user guide in each of its languages, so that the page brings finished HTML and no library that makes it. Its id is no inner one of the
 * bundler: those go into the first file that everybody loads.
 */
export function guide(): Plugin {
  return {
    name: 'guide',
    resolveId(id) {
      if (!id.startsWith(NAME)) return undefined;
      const [language = '', part = ''] = id.slice(NAME.length).split('/');
      return `${documentOf(language, part)}?guide`;
    },
    async load(id) {
      if (!id.endsWith(END)) return undefined;
      const file = id.slice(0, -'?guide'.length);
      this.addWatchFile(file);
      const part = path.basename(file, '.md');
      return `export default ${JSON.stringify(renderGuide(part, await readFile(file, 'utf8')))};`;
    },
  };
}
