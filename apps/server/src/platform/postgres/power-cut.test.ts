import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openPool } from './client.ts';
import { startEmbeddedPostgres } from './embedded.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'sunfleet-cut-'));
const disk = path.join(folder, 'disk');
const DISK_MB = 200;
const mounted: string[] = [];

function mount(image: string, point: string): boolean {
  try {
    execFileSync('mount', ['-o', 'loop', image, point], { stdio: 'ignore' });
    mounted.push(point);
    return true;
  } catch {
    return false;
  }
}

function unmount(point: string): void {
  execFileSync('umount', [point], { stdio: 'ignore' });
  mounted.splice(mounted.indexOf(point), 1);
}

async function makeDisk(): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  await mkdir(path.join(folder, 'on'));
  await mkdir(path.join(folder, 'after'));
  try {
    execFileSync('truncate', ['-s', `${DISK_MB}M`, disk]);
    execFileSync('mkfs.ext4', ['-q', '-E', 'lazy_itable_init=0', disk], { stdio: 'ignore' });
  } catch {
    return false;
  }
  return mount(disk, path.join(folder, 'on'));
}

const possible = await makeDisk();
afterAll(async () => {
  for (const point of mounted.toReversed()) unmount(point);
  await rm(folder, { recursive: true, force: true });
});

/** What a disk holds when the power goes now: what was only in memory is not on it. */
function cut(name: string): string {
  const image = path.join(folder, name);
  copyFileSync(disk, image);
  return image;
}

/** Starts on an image of the disk, as after the cut; answers the rows that are there, none where the table is not. */
async function rowsAfter(image: string): Promise<number> {
  const point = path.join(folder, 'after');
  expect(mount(image, point)).toBe(true);
  const server = await startEmbeddedPostgres(path.join(point, 'data/postgres'));
  const pool = openPool(server.url, () => {}, 1);
  try {
    const { rows } = await pool.query(`SELECT to_regclass('kept') IS NOT NULL AS there`);
    if (!(rows[0] as { there: boolean }).there) return 0;
    return ((await pool.query('SELECT count(*) AS n FROM kept')).rows[0] as { n: number }).n;
  } finally {
    await pool.end();
    await server.stop();
    unmount(point);
    await rm(image);
  }
}

test.skipIf(!possible)(
  'as root with loop devices: an image of the disk at any moment of the first minute starts, with every committed row',
  async () => {
    const starting = startEmbeddedPostgres(path.join(folder, 'on/data/postgres'));
    const early: string[] = [];
    const begun = starting.then(() => true);
    for (let n = 0; !(await Promise.race([begun, delay(250, false)])); n += 1) early.push(cut(`early-${n}`));
    const server = await starting;
    const pool = openPool(server.url, () => {}, 1);
    onTestFinished(async () => {
      await pool.end();
      await server.stop();
    });
    const atStart = cut('at-start');
    await pool.query('CREATE TABLE kept (n int)');
    for (let committed = 1; committed <= 200; committed += 1) {
      await pool.query('INSERT INTO kept VALUES ($1)', [committed]);
    }
    const late = cut('late');
    // Of the moments before it was ready a few, spread over all of them.
    const some = early.filter((_, n) => n % Math.ceil(early.length / 2) === 0);
    for (const image of [...some, atStart]) expect(await rowsAfter(image)).toBe(0);
    expect(await rowsAfter(late)).toBe(200);
  },
  300_000,
);
