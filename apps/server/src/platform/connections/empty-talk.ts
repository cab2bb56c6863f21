import type net from 'node:net';
import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import type tls from 'node:tls';

/** Bytes on the line that one byte of content may cost: a record of a single byte has 23. */
const LINE_BYTES = 30;
/** Beside these, for what TLS itself has to say: at once, and each second. */
const FREE_BYTES = 4096;
const FREE_PER_SECOND = 100;
const LOOK_MS = 250;
/** All connections are looked at, so that looking takes a twentieth of the time at most. */
const REST_FACTOR = 20;
/** Part of the time that the process works, above which it is looked who speaks. */
const BUSY = 0.5;

/** Ends connections that speak TLS without saying anything. */
export interface EmptyTalk {
  /** `raw` carries the bytes on the line of `secure`, whose handshake is done. */
  watch(raw: net.Socket, secure: tls.TLSSocket): void;
}

interface Talk {
  secure: tls.TLSSocket;
  lineBytes: number;
  content: number;
  since: number;
}

/**
 * Who stands may ask for new keys as often as the line carries, which the protocol knows no limit for. Each such word of 27 bytes is answered within TLS,
 * out of all turns, and a few connections of it keep the process busy. Only while that is busy are the connections looked at.
 */
export function createEmptyTalk(isBusy: () => boolean = createBusyness()): EmptyTalk {
  const talks = new Map<net.Socket, Talk>();
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    timer = undefined;
    const began = performance.now();
    if (isBusy()) for (const [raw, talk] of talks) if (saysNothing(raw, talk, began)) raw.destroy();
    rest(REST_FACTOR * (performance.now() - began));
  }

  function rest(milliseconds: number): void {
    if (talks.size > 0) timer ??= setTimeout(look, Math.max(LOOK_MS, milliseconds)).unref();
  }

  return {
    watch(raw, secure) {
      const since = performance.now();
      talks.set(raw, { secure, lineBytes: raw.bytesRead, content: secure.bytesRead, since });
      raw.once('close', () => talks.delete(raw));
      rest(LOOK_MS);
    },
  };
}

function saysNothing(raw: net.Socket, { secure, lineBytes, content, since }: Talk, now: number): boolean {
  const spoken = raw.bytesRead - lineBytes;
  const said = secure.bytesRead - content;
  const free = FREE_BYTES + (FREE_PER_SECOND * (now - since)) / 1000;
  return spoken > said * LINE_BYTES + free;
}

function createBusyness(): () => boolean {
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization > BUSY;
  };
}
