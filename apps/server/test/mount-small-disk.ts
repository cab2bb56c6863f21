import { execFileSync } from 'node:child_process';

/** Lays a small disk of memory on a folder (`size`: as `48m`); false where none can be made: only root may, and not in every container. */
export function mountSmallDisk(folder: string, size: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
