/** Where the content of files of stations is kept. */
export const FOLDER = 'stations';
