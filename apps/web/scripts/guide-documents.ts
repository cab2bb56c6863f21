import path from 'node:path';

const DOCS = path.join(import.meta.dirname, '../../../docs');

/** Where a part of the guide is written: the English one in `docs`, a translation in a folder of its language. */
export const documentOf = (language: string, part: string): string =>
  path.join(DOCS, language === 'en' ? '' : language, `${part}.md`);
