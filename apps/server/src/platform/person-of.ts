/** Somebody by id and name, as a view tells it; null where nobody is known (any more). */
export const personOf = (id: number | null, name: string | null) =>
  id === null ? null : { id, name: name ?? '' };
