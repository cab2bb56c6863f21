import { readFileSync } from 'node:fs';

/** Files and sockets this process may have open; undefined where the system does not tell. */
export function descriptorLimit(): number | undefined {
  try {
    return readLimit(readFileSync('/proc/self/limits', 'utf8'));
  } catch {
    return undefined;
  }
}

/** The soft limit of open files in the text of Linux. */
export function readLimit(text: string): number | undefined {
  const soft = /^Max open files\s+(\d+)/m.exec(text)?.[1];
  return soft === undefined ? undefined : Number(soft);
}
