/** A heading without its unit, star and case. */
export const plainHeading = (title: string): string =>
  title
    .replaceAll(/[(（][^)）]{0,40}[)）]/g, '')
    .replaceAll('*', '')
    .trim()
    .toLowerCase();
