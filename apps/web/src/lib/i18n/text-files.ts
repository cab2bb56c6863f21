/** Reads the texts of a domain in a language. */
type TextFile = () => Promise<object>;

const files = import.meta.glob<object>('../../../../../packages/i18n/locales/*/*.json', {
  import: 'default',
});

/**
 * The file of one domain of one language, undefined where there is none. The build puts a table of the few files that these come in in the place of this one
 * (`scripts/text-files.ts`), because a line for each domain of each language is longer than the rest of the login's code of ours.
 */
export const textFile = (language: string, domain: string): TextFile | undefined =>
  files[`../../../../../packages/i18n/locales/${language}/${domain}.json`];
