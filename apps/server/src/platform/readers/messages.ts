import type { ErrorKey, FieldError } from '@sunfleet/contract';

/** What the server tells a process that reads a file: what to do, the next bytes of the file (null at its end), and that it may go on. */
export type ToReader<Task> =
  | { kind: 'task'; value: Task }
  | { kind: 'bytes'; value: Uint8Array | null }
  | { kind: 'next'; value: null };

/** What such a process tells the server: that it wants the next bytes, or what it answers. */
export type FromReader<Answer> =
  | { kind: 'more' }
  | { kind: 'answer'; answer: Answer }
  | {
      kind: 'refused';
      key: ErrorKey;
      values: Readonly<Record<string, string | number>>;
      fields?: FieldError[];
    }
  /** There was no room for a buffer, which lies beside the heap. */
  | { kind: 'memory' }
  | { kind: 'failed'; message: string };

/** How a file is read in a process of its own: what a module that `createReader` names exports as `readFile`. */
export type ReadFile<Task, Answer> = (file: {
  task: Task;
  /** The bytes of the file as they were uploaded. */
  bytes: AsyncGenerator<Buffer>;
  /** Answers, and resolves when the server asks for the next answer. */
  answer(answer: Answer): Promise<void>;
}) => Promise<void>;
