/** Ways in that devices connect to and whose port may differ from the settings: the next free one is taken, or one of the system's choice. */
export type Door = 'mqtt' | 'v5';

/** The ports at which this server takes devices in. */
export interface Doors {
  /** A gateway listens now. */
  open(door: Door, port: number): void;
  /** Undefined until its gateway listens. */
  portOf(door: Door): number | undefined;
}

export function createDoors(): Doors {
  const ports: Partial<Record<Door, number>> = {};
  return {
    open(door, port) {
      ports[door] = port;
    },
    portOf: (door) => ports[door],
  };
}
