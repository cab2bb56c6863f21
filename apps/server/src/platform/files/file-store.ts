import type { Readable } from 'node:stream';

/**
 * Where files are kept that are not rows: one port for a folder and an S3-compatible store. A name is a path of its
 * own, such as `uploads/{id}.data`, and a file is written once and as a whole: a write that broke off leaves nothing.
 */
export interface FileStore {
  /** Writes a file from a stream; answers its bytes. Rejects with what the stream or the store rejects with, and leaves nothing. */
  write(name: string, content: Readable): Promise<number>;
  /** Reads a file, or a part of it, as it was written; the stream fails where there is none. */
  read(name: string, part?: FilePart): Readable;
  exists(name: string): Promise<boolean>;
  /** Does nothing where there is no such file. */
  remove(name: string): Promise<void>;
  /** Files of a folder, with the time they were written, as they are found: a folder may have hundreds of thousands. */
  list(folder: string): AsyncIterable<StoredFile>;
  /**
   * Removes what is left in a folder of writes that were killed before a moment (epoch milliseconds). Nothing reads it, and nothing lists it. In a
   * store of objects a rule of the bucket does that.
   */
  forgetBroken(folder: string, before: number): Promise<void>;
  /** How many bytes it has room for; undefined where nobody knows. */
  freeBytes(): Promise<number | undefined>;
  /** Rejects while files can neither be read nor written. */
  check(): Promise<void>;
}

/** Some bytes of a file, from one on (the first is 0). */
export interface FilePart {
  from: number;
  bytes: number;
}

export interface StoredFile {
  name: string;
  /** Epoch milliseconds. */
  writtenAt: number;
}

const NAME = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/;

/** Throws where a name could lead out of the store: names come from the platform, never from people. */
export function checkFileName(name: string): void {
  if (!NAME.test(name)) throw new Error(`Not a name of a file: ${JSON.stringify(name)}`);
}
