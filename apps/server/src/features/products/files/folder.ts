/** Where the content of files of products is kept. */
export const FOLDER = 'products';
