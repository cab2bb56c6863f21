import type { Client, PublishPacket } from 'aedes';

const PUBACK = 0x40;
const PUBACK_BYTES = 4;

/** Acknowledges a message to the device that sent it. */
export type Acknowledge = (client: Client, packet: PublishPacket) => void;

/**
 * Acknowledges together what is stored together: one write for each connection. The broker would make a packet of each acknowledgement, and
 * wait for each one.
 */
export function createAcknowledge(): Acknowledge {
  const waiting = new Map<Client, number[]>();
  function flush(): void {
    for (const [{ conn }, ids] of waiting) if (conn.writable) conn.write(acknowledgements(ids));
    waiting.clear();
  }
  return (client, packet) => {
    const { qos, messageId } = packet;
    if (qos !== 1 || messageId === undefined) return;
    const ids = waiting.get(client);
    // The broker itself waits until a device that does not read its acknowledgements has read some.
    if (!ids && client.conn.writableNeedDrain) return;
    if (ids) ids.push(messageId);
    else {
      if (waiting.size === 0) process.nextTick(flush);
      waiting.set(client, [messageId]);
    }
    // Leaves the broker nothing to acknowledge.
    packet.qos = 0;
  };
}

function acknowledgements(ids: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(ids.length * PUBACK_BYTES);
  let at = 0;
  for (const id of ids) {
    bytes[at] = PUBACK;
    bytes[at + 1] = 2;
    bytes.writeUInt16BE(id, at + 2);
    at += PUBACK_BYTES;
  }
  return bytes;
}
