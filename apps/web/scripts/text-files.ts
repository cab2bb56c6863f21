import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { LANGUAGES } from '../../../packages/contract/src/words.ts';
import { TEXT_GROUPS, textGroup } from './text-groups.ts';

const SOURCE = path.join(import.meta.dirname, '../src/lib/i18n/text-files.ts');
const LOCALES = path.join(import.meta.dirname, '../../../packages/i18n/locales');
const DOMAINS = readdirSync(path.join(LOCALES, 'en-US')).map((name) => path.basename(name, '.json'));
/** A module that hands on all domains of one group in one language: `texts-of:de-DE/daily`. */
const OF = /^texts-of:([\w-]+)\/(\w+)$/;

/** Replaces the table of all text files by one of the files that the build makes of them. */
export function textFiles(): Plugin {
  return {
    name: 'text-files',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (OF.test(id) ? id : undefined),
    load(id) {
      if (path.normalize(id) === SOURCE) return table();
      const [, language, group] = OF.exec(id) ?? [];
      if (!language) return undefined;
      return DOMAINS.filter((domain) => textGroup(domain) === group)
        .map((domain) => {
          const file = path.join(LOCALES, language, `${domain}.json`);
          return `export { default as ${JSON.stringify(domain)} } from ${JSON.stringify(file)};`;
        })
        .join('\n');
    },
  };
}

function table(): string {
  const rows = LANGUAGES.map((language) => {
    const groups = TEXT_GROUPS.map(
      (group) => `${group}: () => import(${JSON.stringify(`texts-of:${language}/${group}`)})`,
    );
    return `${JSON.stringify(language)}: { ${groups.join(', ')} }`;
  });
  const groups = Object.fromEntries(
    DOMAINS.flatMap((domain) => {
      const group = textGroup(domain);
      return group === 'more' ? [] : [[domain, group]];
    }),
  );
  return `
    const files = { ${rows.join(', ')} };
    const groups = ${JSON.stringify(groups)};
    const orNone = (domain) => (texts) => {
      if (!texts[domain]) throw new Error('no texts ' + domain);
      return texts[domain];
    };
    export const textFile = (language, domain) => {
      const file = files[language]?.[groups[domain] ?? 'more'];
      return file && (() => file().then(orNone(domain)));
    };
  `;
}
