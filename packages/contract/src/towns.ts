/** The finest squares by which towns are asked for: about 50 km in Europe, and every town of it is answered. */
export const LARGEST_TOWN_TILE = 9;
