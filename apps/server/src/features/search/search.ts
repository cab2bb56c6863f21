/** What somebody searches for. */
export interface Search {
  q: string;
  /** Rows of each kind. */
  most: number;
  /** Which so many of them, from 1 on. */
  page?: number;
}
