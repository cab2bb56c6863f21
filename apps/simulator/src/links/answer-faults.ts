import type { FleetFault } from '../../fleets/schema.ts';

/**
 * How a logger answers commands wrongly: after the server has given up, twice, with a checksum that does not fit, under the serial number of another
 * logger, not at all, or by dialling in again in the middle. What was asked is done all the same.
 */
export const ANSWER_FAULTS = [
  'answersLate',
  'answersTwice',
  'answersWrongCrc',
  'answersForeign',
  'answersNever',
  'cutsCommand',
] as const satisfies readonly FleetFault[];
export type AnswerFault = (typeof ANSWER_FAULTS)[number];

/** Longer than anybody waits for an answer. */
const LATE_MS = 20_000;

export interface Answering {
  /** Sends the answer, from the logger itself or under another serial number. */
  send(payload: Uint8Array, foreign?: boolean): void;
  /** Cuts the line and dials in again. */
  redial(): void;
}

/** Sends an answer to a command as the fault has it. */
export function answerWith(
  fault: AnswerFault | undefined,
  payload: Uint8Array,
  { send, redial }: Answering,
): void {
  switch (fault) {
    case 'answersNever':
      return undefined;
    case 'cutsCommand':
      return redial();
    case 'answersLate':
      setTimeout(() => send(payload), LATE_MS).unref();
      return undefined;
    case 'answersTwice':
      send(payload);
      return send(payload);
    case 'answersForeign':
      return send(payload, true);
    case 'answersWrongCrc':
      return send(Uint8Array.from(payload, (byte, at) => (at === payload.length - 1 ? byte ^ 0xff : byte)));
    case undefined:
      return send(payload);
  }
}
