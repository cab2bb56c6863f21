/** Parts of the fleet, of which one server decides over each. */
export const PARTITIONS = 256;

/** The partition of a device: that of its station, so that one server decides over all of a station; its own where it has none. */
export function partitionOf({ id, stationId }: { id: number; stationId: number | null }): number {
  return stationPartition(stationId ?? id);
}

export function stationPartition(stationId: number): number {
  return stationId % PARTITIONS;
}
