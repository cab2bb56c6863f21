import type tls from 'node:tls';

/** Records that may be of any size: at once, and each second. Small clients write a word at a time, and a device that says nothing asks whether it is heard. */
const FREE_RECORDS = 128;
const FREE_PER_SECOND = 20;
/** Beyond these, so many bytes come in a record on the average: a reading with its topic has more. */
const LEAST_BYTES = 32;

/** What reads a TLS connection in Node: called with the content of each record, and without any at the end. */
interface RecordReader {
  onread(this: unknown, content?: ArrayBuffer): unknown;
}

interface ReadSocket {
  _handle?: RecordReader | null;
  /** Drops what has come and is not decrypted yet. */
  _destroySSL(): void;
}

/**
 * Disconnects whoever says next to nothing in each record. Node reads 64 kB of a connection in one go, with all that have come over others, and each of the
 * 2,800 records of one byte that these hold costs as much as one of 16 kB: some 10 ms, in which nobody else has a turn, so that 900 connections of one
 * address kept the server from everybody for twelve seconds. Node has no limit for that; a test sees that nothing more is read.
 */
export function endTinyRecords(secure: tls.TLSSocket): void {
  const socket = secure as tls.TLSSocket & ReadSocket;
  const reader = socket._handle;
  if (!reader) return;
  const read = reader.onread;
  const since = performance.now();
  let records = 0;
  reader.onread = function count(content) {
    records += 1;
    if (records <= FREE_RECORDS || !isTooMany(records, socket.bytesRead, since))
      return read.call(this, content);
    socket._destroySSL();
    return void socket.destroy();
  };
}

function isTooMany(records: number, bytes: number, since: number): boolean {
  const free = FREE_RECORDS + bytes / LEAST_BYTES;
  if (records <= free) return false;
  return records > free + (FREE_PER_SECOND * (performance.now() - since)) / 1000;
}
