/** The table of modules of the California Energy Commission has 8 MB. */
export const LARGEST_FILE = 20_000_000;
