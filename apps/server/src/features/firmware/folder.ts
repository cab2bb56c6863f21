/** Where images are kept. */
export const FOLDER = 'firmware';
