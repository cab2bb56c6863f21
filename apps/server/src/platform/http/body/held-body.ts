import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { networkOf, siteOrNetwork } from '../../network-of.ts';
import { whenOver } from '../when-over.ts';
import { askForBody } from './ask-for-body.ts';
import type { FairRoom, Occupant } from './fair-room.ts';

/** So much of a body takes no room, so that nobody who fills a room keeps others from small requests. */
export const SMALL_BODY_BYTES = 16 * 1024;

export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Whose room a body takes: of an account in it, or of the sender's network where there is none. */
interface Lodging {
  room: FairRoom;
  account: string | null;
}

/** What the body of a request holds, until the request is answered or its sender is gone, and nothing goes on with it. */
export class HeldBody {
  readonly #lodging: Lodging;
  readonly #request: Pick<FastifyRequest, 'ip'>;
  readonly #free: number;
  #bytes = 0;
  #over = false;
  /** Pieces of work that go on with it. */
  #uses = 0;
  /** Its place in the room, where it is larger than what is free. */
  #place: Occupant | undefined;

  constructor(lodging: Lodging, request: Pick<FastifyRequest, 'ip'>, free: number) {
    this.#lodging = lodging;
    this.#request = request;
    this.#free = free;
  }

  /**
   * Counts bytes that came. Where others need the room, `stop` is called, and the bytes are counted no longer. Throws AppError
   * `tooManyRequests` where there is no room, `invalidInput` where the sender is gone.
   */
  hold(more: number, stop?: (error: AppError) => void): void {
    // Nobody would give it back.
    if (this.#over) throw new AppError('invalidInput', { fields: 'body' });
    this.#bytes += more;
    const counted = this.#bytes - this.#free - (this.#place?.held ?? 0);
    if (counted <= 0) return;
    this.#place ??= this.#newPlace();
    this.#place.stop = stop;
    this.#lodging.room.take(this.#place, counted);
  }

  /** To be called when the body has come to its end: from then on it gives way to nobody. */
  keep(): void {
    if (this.#place) this.#place.stop = undefined;
  }

  /** Keeps the place until the work is done: where the sender hangs up meanwhile, what was sent is held all the same. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#uses += 1;
    try {
      return await work();
    } finally {
      this.#uses -= 1;
      if (this.#over) this.#leave();
    }
  }

  release(): void {
    this.#over = true;
    this.#leave();
  }

  #leave(): void {
    if (this.#place && this.#uses === 0) this.#lodging.room.leave(this.#place);
  }

  #newPlace(): Occupant {
    const { ip } = this.#request;
    const network = networkOf(ip);
    const account = this.#lodging.account ?? network;
    return { account, site: siteOrNetwork(ip), held: 0, since: 0, stop: undefined };
  }
}

const lodged = new WeakMap<FastifyRequest, HeldBody>();

/** What the body of a request holds that was let in. */
export const heldBodyOf = (request: FastifyRequest): HeldBody => lodged.get(request)!;

/** Does what goes on with the body of a request, which keeps its place until then. One without a body holds nothing. */
export function withBody<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  return lodged.get(request)?.during(work) ?? work();
}

/** Lets a body into its room, and asks for it where its sender waits. */
type HoldUntilAnswered = (lodging: Lodging, exchange: Exchange) => HeldBody;

export function createBodyHolder(): HoldUntilAnswered {
  /** Connections with a request that has its free bytes. Connections are counted elsewhere, so these bytes are bounded, too. */
  const served = new WeakSet<object>();
  return (lodging, { request, reply }) => {
    const { socket } = request.raw;
    const free = served.has(socket) ? 0 : SMALL_BODY_BYTES;
    served.add(socket);
    const body = new HeldBody(lodging, request, free);
    lodged.set(request, body);
    whenOver(reply.raw, () => {
      body.release();
      if (free > 0) served.delete(socket);
    });
    askForBody(request.raw);
    return body;
  };
}
