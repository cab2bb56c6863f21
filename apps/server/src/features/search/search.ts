/** What somebody searches for. */
export interface Search {
  q: string;
  /** Rows of each kind. */
  most: number;
}
