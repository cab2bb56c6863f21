import { LIMITS } from '@sunfleet/contract';
import { PacketFault } from './packet-fault.ts';

/** Bytes around a payload: topic, lengths, identifiers. */
const PACKET_OVERHEAD = 1024;
export const LARGEST_PACKET = LIMITS.telemetryBytes + PACKET_OVERHEAD;
/** Anything but a message of an admitted device: a CONNECT with its last will fits, and so do all subscriptions that a device may have. */
export const SMALL_PACKET = 4096;
/** Packets that are no messages, and as many messages that are refused, of one connection. A device that pings each second stays far below. */
const MOST_A_MINUTE = 300;
const MINUTE_MS = 60_000;
/** The platform sends with QoS 0 and takes QoS 0 and 1, so nothing else has a meaning. */
const CONTROL: ReadonlySet<string> = new Set([
  'connect',
  'subscribe',
  'unsubscribe',
  'pingreq',
  'disconnect',
]);

/** What the parser knows of a packet before it has its body. */
export interface PacketHead {
  cmd: string | null;
  length: number;
  qos: number;
}

/** Throws PacketFault for a packet whose body is not to be collected. It is called for each message and each piece of one. */
export function checkHead({ cmd, length, qos }: PacketHead, isAdmitted: () => boolean): void {
  if (cmd === 'publish') {
    if (qos === 2) throw new PacketFault('qosTwo');
    if (length > SMALL_PACKET && (length > LARGEST_PACKET || !isAdmitted()))
      throw new PacketFault('packetTooLarge');
    return;
  }
  if (cmd === null || !CONTROL.has(cmd)) throw new PacketFault('packetUnexpected');
  if (length > SMALL_PACKET) throw new PacketFault('packetTooLarge');
}

/** Counts packets of one connection that are no messages, or messages that are refused. Throws PacketFault beyond the limit of a minute. */
export function createPacketCount(now: () => number = () => performance.now()) {
  let start = -Infinity;
  let count = 0;
  return (): void => {
    const time = now();
    if (time - start >= MINUTE_MS) {
      start = time;
      count = 0;
    }
    count += 1;
    if (count > MOST_A_MINUTE) throw new PacketFault('tooManyPackets');
  };
}
