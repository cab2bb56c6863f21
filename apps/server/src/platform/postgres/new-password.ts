import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { collectOutput, dataOption, runProgram, type DataPlace } from './run-program.ts';
import { writeDurably } from './write-durably.ts';

/** A password that is safe in an address and in SQL. */
export const mintPassword = (): string => randomBytes(18).toString('base64url');

/**
 * Gives a cluster whose password file was lost a new password, and keeps it. PostgreSQL's single-user mode asks for none; no server may
 * run on the directory meanwhile. The file is written last, so that whatever is cut short is done again at the next start.
 */
export async function renewPassword(
  place: DataPlace,
  { postgres, file }: { postgres: string; file: string },
): Promise<string> {
  const password = mintPassword();
  const args = ['--single', '-D', dataOption(place), 'postgres'];
  const child = runProgram(place, postgres, args, 'pipe');
  const output = collectOutput(child);
  // A program that ends early closes its input; how it ended says why.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(`ALTER ROLE sunfleet PASSWORD '${password}'\n`);
  const [code] = (await once(child, 'close')) as [number | null];
  // This mode reports errors of a statement in its output alone.
  if (code !== 0 || /ERROR|FATAL|PANIC/.test(output()))
    throw new Error(
      `The password of the PostgreSQL data in ${place.data} is lost, and a new one could not be set:\n${output()}`,
    );
  await writeDurably(file, `${password}\n`, 0o600);
  return password;
}
