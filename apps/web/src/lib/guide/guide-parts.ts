/** The documents of the user guide, in the order they are listed. */
export const GUIDE_PARTS = [
  'user-guide',
  'devices',
  'device-api',
  'imports',
  'settings',
  'backup',
  'security',
] as const;
export type GuidePartName = (typeof GUIDE_PARTS)[number];

/** Languages the guide is written in. Readers of others get the English one. */
export const GUIDE_LANGUAGES = ['en', 'de', 'zh'] as const;
export type GuideLanguage = (typeof GUIDE_LANGUAGES)[number];

/** The language of the guide for who reads the pages in `de-DE`. */
export const guideLanguage = (language: string): GuideLanguage =>
  GUIDE_LANGUAGES.find((known) => language.startsWith(`${known}-`)) ?? 'en';

export interface GuideHeading {
  /** The same in every language, so that a link leads to the same place in each. */
  id: string;
  title: string;
  depth: number;
  /** The words below it, for the search. */
  text: string;
}

/** A document, made when the web is built. */
export interface GuidePart {
  title: string;
  html: string;
  headings: readonly GuideHeading[];
}
