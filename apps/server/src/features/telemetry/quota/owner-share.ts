/** Until so much of a day is used up nobody asks who used it: most organisations never come there. */
const FREE_PART = 0.5;
/** Of the rest one owner gets so much of the day, so five of them would have to send all they can. */
const PART_OF_DAY = 0.1;

/** Samples of a day that an organisation stores before its owners have shares. */
export const freeForOwners = (perDay: number) => perDay * FREE_PART;

/** Samples that the stations of one owner may bring beyond these on the same day, where others have stations in the organisation, too. */
export const shareOfOwner = (perDay: number) => Math.ceil(perDay * PART_OF_DAY);
