/** Somebody's first message is taken up to this size, however much of others waits. */
const SMALL_BYTES = 256 * 1024;
/** Messages that fill the room however small they are: each of them is waited for, by a connection or in the window of a broker. */
const MOST_MESSAGES = 3072;
/** Part of the room that one sender takes with several messages. */
const SHARE_OF_SENDER = 0.125;

export interface HeldRoom {
  release: () => void;
}

/** Memory of old samples that wait to be stored, which senders share. */
export interface OldRoom {
  /** Undefined where there is no room. */
  take(sender: string, bytes: number): HeldRoom | undefined;
  /** Resolves once there is room. */
  wait(sender: string, bytes: number): Promise<HeldRoom>;
}

/**
 * Whoever holds nothing gets in with one message of any size while there is room, and with a small one in twice that room, so that a sender who
 * fills it keeps nobody else out.
 */
export function createOldRoom(inAll: number): OldRoom {
  const senders = new Map<string, number>();
  let total = 0;
  let waiting: (() => void)[] = [];

  function hasRoom(sender: string, bytes: number): boolean {
    const held = senders.get(sender) ?? 0;
    if (held > 0) return held + bytes <= inAll * SHARE_OF_SENDER && total + bytes <= inAll;
    return total < inAll || (bytes <= SMALL_BYTES && total < 2 * inAll);
  }

  function change(sender: string, bytes: number): void {
    const held = (senders.get(sender) ?? 0) + bytes;
    total += bytes;
    if (held > 0) senders.set(sender, held);
    else senders.delete(sender);
  }

  function take(sender: string, size: number): HeldRoom | undefined {
    const bytes = Math.max(size, inAll / MOST_MESSAGES);
    if (!hasRoom(sender, bytes)) return undefined;
    change(sender, bytes);
    return {
      release: () => {
        change(sender, -bytes);
        const all = waiting;
        waiting = [];
        for (const goOn of all) goOn();
      },
    };
  }

  return {
    take,
    async wait(sender, bytes) {
      for (;;) {
        const held = take(sender, bytes);
        if (held) return held;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
  };
}
