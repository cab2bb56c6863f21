/**
 * kWp, over `stations`; null where nobody told more than a watt. By next to nothing nothing is divided: beyond its numbers the database has no answer, and so no list
 * and no overview with such a station among all others.
 */
export const TOLD_CAPACITY = 'CASE WHEN stations.capacity_kw >= 0.001 THEN stations.capacity_kw END';
