/** Why a packet ends its connection. */
export type FaultReason =
  | 'packetTooLarge'
  | 'packetTooSlow'
  | 'packetUnexpected'
  | 'tooManyPackets'
  | 'tooManyUnfinished'
  | 'qosTwo'
  | 'clientIdTooLong';

/** A packet that the gateway does not take. The broker ends the connection that sent it. */
export class PacketFault extends Error {
  readonly reason: FaultReason;

  constructor(reason: FaultReason) {
    super(reason);
    this.reason = reason;
  }
}
