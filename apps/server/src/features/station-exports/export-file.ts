/** Where the file of an export is kept. */
export const exportFile = (id: number): string => `station-exports/${id}`;
