/** Cards that a message names. */
const NAMED = 5;

/** The first cards by number, and how many more there are. */
export function cardsText(iccids: readonly string[]): string {
  const named = iccids.toSorted().slice(0, NAMED);
  const more = iccids.length - named.length;
  return [...named, ...(more > 0 ? [`+ ${more}`] : [])].join(', ');
}
