import { spawn } from 'node:child_process';
import path from 'node:path';

/** Runs a load generator of this folder and answers the JSON line it prints at its end. */
export async function runLoad<Result>(file: string, ...args: readonly (string | number)[]): Promise<Result> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, file), ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${file} ended with ${code}`);
  return JSON.parse(text) as Result;
}
