import type { HorizonPoint } from '@sunfleet/contract';
import { readNumber } from '../../lib/form/read-number.ts';

/** A horizon as it was typed; `bad` is the first line that cannot be read, from 1. */
export interface TypedHorizon {
  points: HorizonPoint[];
  bad?: number;
}

/** Azimuths of PVGIS' own table count from south. */
const PVGIS_HEAD = /^\s*A\s+H_hor\b/;
const SOUTH = 180;

/**
 * Reads a horizon: lines of azimuth from north and elevation, lines of an elevation alone at equal steps from north clockwise (as PVGIS
 * takes them), or the table of horizon that PVGIS gives. Lines without a number before the first one are its head.
 */
export function readHorizon(text: string): TypedHorizon {
  const lines = text.split(/\r?\n/);
  const head = lines.findIndex((line) => PVGIS_HEAD.test(line));
  const isPvgis = head >= 0;
  const rows: { at: number; cells: string[] }[] = [];
  for (const [at, line] of lines.entries()) {
    if (at <= head || line.trim() === '') continue;
    const cells = cellsOf(line);
    const figures = cells.map(readNumber);
    if (figures.some(Number.isNaN)) {
      if (rows.length === 0 && figures.every(Number.isNaN)) continue;
      // PVGIS writes a note below its table.
      if (isPvgis && rows.length > 0) break;
      return { points: [], bad: at + 1 };
    }
    rows.push({ at, cells });
  }
  const single = rows.every(({ cells }) => cells.length === 1);
  const wrong = single
    ? undefined
    : rows.find(({ cells }) => (isPvgis ? cells.length < 2 : cells.length !== 2));
  if (wrong) return { points: [], bad: wrong.at + 1 };
  const points = rows.map(({ cells }, place) => {
    const [first = NaN, second = NaN] = cells.map(readNumber);
    if (single) return { azimuth: rounded((place * 360) / rows.length), elevation: first };
    return { azimuth: turned(first + (isPvgis ? SOUTH : 0)), elevation: second };
  });
  return { points: inOrder(points) };
}

/** A line of semicolons, tabs or spaces may have decimal commas. */
function cellsOf(line: string): string[] {
  const apart = /[;\t]|\S\s+\S/.test(line.trim().replace(/,\s+/g, ',')) ? /[;\s]+/ : /[,\s]+/;
  return line.trim().replace(/;\s+/g, ';').split(apart).filter(Boolean);
}

const rounded = (degrees: number) => Math.round(degrees * 100) / 100;
const turned = (azimuth: number) => (Math.abs(azimuth) > 360 ? azimuth : rounded((azimuth + 360) % 360));

/** North told at both ends of a table is one direction. */
function inOrder(points: readonly HorizonPoint[]): HorizonPoint[] {
  const sorted = points.toSorted((a, b) => a.azimuth - b.azimuth);
  return sorted.filter(
    ({ azimuth, elevation }, at) =>
      at === 0 || azimuth !== sorted[at - 1]!.azimuth || elevation !== sorted[at - 1]!.elevation,
  );
}

/** The lines that are read as these points. */
export const writeHorizon = (points: readonly HorizonPoint[]): string =>
  points.map(({ azimuth, elevation }) => `${azimuth}; ${elevation}`).join('\n');
