import { Readable } from 'node:stream';
import { AppError } from '../../src/platform/errors.ts';
import { createReader } from '../../src/platform/readers/create-reader.ts';
import type { Misdeed } from './misbehave.ts';

// A process with a reader that never ends by itself; it says the number of that one and waits to be killed.

const reader = createReader<Misdeed, unknown>({
  module: new URL('./misbehave.ts', import.meta.url),
  limits: { stepMs: 600_000, totalMs: 600_000, memoryMb: 64 },
  refusal: (reason) => new AppError('importBeyondLimits', { reason }),
});
const reading = reader.open(Readable.from([Buffer.from('a')]), process.argv[2] as Misdeed);
const pid = await reading.ask();
void reading.ask();
process.stdout.write(`${String(pid)}\n`);
