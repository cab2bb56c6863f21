/** Where files of exports are kept. */
export const FOLDER = 'station-exports';

/** Where the file of an export is kept. */
export const exportFile = (id: number): string => `${FOLDER}/${id}`;
