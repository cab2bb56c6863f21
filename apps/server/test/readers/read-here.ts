import type { Readable } from 'node:stream';
import type { Reader } from '../../src/platform/readers/create-reader.ts';
import type { ReadFile } from '../../src/platform/readers/messages.ts';

/**
 * Reads as a process of `createReader` would, but in this one: to start a process takes longer than most files. What the process itself is for
 * is tested where it is made.
 */
export function readHere<Task, Answer>(readFile: ReadFile<Task, Answer>): Reader<Task, Answer> {
  return {
    open(source, task) {
      let asked: PromiseWithResolvers<Answer> | undefined;
      let goOn = () => {
        readFile({
          task: structuredClone(task),
          bytes: bytesOf(source),
          answer: (answer) =>
            new Promise((resolve) => {
              goOn = resolve;
              // Between processes an answer is copied as well.
              asked!.resolve(structuredClone(answer));
            }),
        }).catch((error: unknown) => {
          source.destroy();
          asked!.reject(error);
        });
      };
      return {
        async ask() {
          asked = Promise.withResolvers();
          goOn();
          return asked.promise;
        },
        end: async () => void source.destroy(),
      };
    },
  };
}

async function* bytesOf(source: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of source) yield chunk as Buffer;
}
