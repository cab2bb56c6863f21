/** Until so much of a day is used up nobody asks who used it: most organisations never come there. */
const FREE_PART = 0.5;
/** Of what is left then one owner gets so much, a tenth of the day in all. By what is left, because of a fixed part five of them would use up all of it. */
const PART_OF_REST = 0.25;

/** Samples of a day that an organisation stores before its owners have shares. */
export const freeForOwners = (perDay: number) => perDay * FREE_PART;

/** Samples that the stations of one owner may bring beyond these on the same day, where others have stations in the organisation, too, and so many are left. */
export const shareOfOwner = (left: number) => Math.ceil(left * PART_OF_REST);
