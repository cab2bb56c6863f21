/** A cell as a file has it: spreadsheets know numbers, days and truth, a CSV texts alone. */
export type Cell = string | number | boolean | Date | null;
