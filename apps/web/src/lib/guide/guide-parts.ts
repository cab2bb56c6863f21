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

export interface GuideHeading {
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
