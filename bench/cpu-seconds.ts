import { readFile } from 'node:fs/promises';

/** User and system time of a process, seconds. */
export function cpuSeconds(pid: number): Promise<number> {
  return secondsIn(`/proc/${pid}/stat`);
}

/** The same of its main thread alone: of a server, without what its ClickHouse does in the background. */
export function mainThreadSeconds(pid: number): Promise<number> {
  return secondsIn(`/proc/${pid}/task/${pid}/stat`);
}

/** proc(5): fields 14 and 15, a hundred ticks a second. */
async function secondsIn(file: string): Promise<number> {
  const text = await readFile(file, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
