/** Bytes of messages that are read from a broker and not taken yet. */
const MOST_BYTES = 64 * 1024 * 1024;

/** What a broker handed over and the platform has not taken yet, of all connections to it one after the other. */
export interface BrokerIntake {
  /** Counts a message. Answers what is to be called once it is taken or refused; further calls do nothing. */
  hold(bytes: number): () => void;
  isFull(): boolean;
  /** Calls back once there is room again. */
  onRoom(goOn: () => void): void;
}

/**
 * A broker that keeps to the window never fills it by number. One that does not, or that sends without being acknowledged (QoS 0), would fill
 * the memory while the store is slow: nothing more is read of it until there is room.
 */
export function createBrokerIntake({ messages: mostMessages }: { messages: number }): BrokerIntake {
  let messages = 0;
  let bytes = 0;
  let waiting: (() => void)[] = [];
  const isFull = () => messages > mostMessages || bytes > MOST_BYTES;
  return {
    hold(size) {
      messages += 1;
      bytes += size;
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        messages -= 1;
        bytes -= size;
        if (waiting.length === 0 || isFull()) return;
        const all = waiting;
        waiting = [];
        for (const goOn of all) goOn();
      };
    },
    isFull,
    onRoom: (goOn) => void waiting.push(goOn),
  };
}
