import type { Problem } from '../reading/problem.ts';
import type { Row } from '../reading/row-reader.ts';

/** Rows as they travel between processes: figures in columns, each name once. */
export interface RowBatch {
  lines: Float64Array;
  times: Float64Array;
  /** 1: the clock time of the row came twice. */
  ambiguous: Uint8Array;
  /** Samples and problems of each row. */
  samples: Uint32Array;
  problemsOf: Uint32Array;
  /** Of each sample: place of its name in `names`, and its value. */
  series: Uint32Array;
  values: Float64Array;
  names: { sn: string; point: string }[];
  problems: Problem[];
}

/** Rows, samples and problems that travel at once. */
const MOST_ITEMS = 5000;

/** Rows gathered to batches, each of at least one row. */
export async function* batchesOf(rows: AsyncIterable<Row>): AsyncGenerator<RowBatch> {
  let gathered: Row[] = [];
  let items = 0;
  for await (const row of rows) {
    gathered.push(row);
    items += 1 + row.samples.length + row.problems.length;
    if (items < MOST_ITEMS) continue;
    yield packRows(gathered);
    gathered = [];
    items = 0;
  }
  if (gathered.length > 0) yield packRows(gathered);
}

export function packRows(rows: readonly Row[]): RowBatch {
  const places = new Map<string, Map<string, number>>();
  const names: RowBatch['names'] = [];
  const placeOf = (sn: string, point: string) => {
    let ofDevice = places.get(sn);
    if (!ofDevice) places.set(sn, (ofDevice = new Map()));
    let place = ofDevice.get(point);
    if (place === undefined) ofDevice.set(point, (place = names.push({ sn, point }) - 1));
    return place;
  };
  const count = rows.reduce((sum, row) => sum + row.samples.length, 0);
  const series = new Uint32Array(count);
  const values = new Float64Array(count);
  let at = 0;
  for (const row of rows) {
    for (const { sn, point, value } of row.samples) {
      series[at] = placeOf(sn, point);
      values[at] = value;
      at += 1;
    }
  }
  return {
    lines: Float64Array.from(rows, ({ line }) => line),
    times: Float64Array.from(rows, ({ time }) => time),
    ambiguous: Uint8Array.from(rows, ({ ambiguous }) => Number(ambiguous)),
    samples: Uint32Array.from(rows, (row) => row.samples.length),
    problemsOf: Uint32Array.from(rows, (row) => row.problems.length),
    series,
    values,
    names,
    problems: rows.flatMap((row) => row.problems),
  };
}

export function* unpackRows(batch: RowBatch): Generator<Row> {
  let sample = 0;
  let problem = 0;
  for (const [index, line] of batch.lines.entries()) {
    const row: Row = {
      line,
      time: batch.times[index]!,
      ambiguous: batch.ambiguous[index] === 1,
      samples: [],
      problems:
        batch.problemsOf[index] === 0
          ? []
          : batch.problems.slice(problem, problem + batch.problemsOf[index]!),
    };
    problem += row.problems.length;
    for (const end = sample + batch.samples[index]!; sample < end; sample += 1) {
      const { sn, point } = batch.names[batch.series[sample]!]!;
      row.samples.push({ sn, point, value: batch.values[sample]! });
    }
    yield row;
  }
}
