import { MAX_MPPT, MAX_STRINGS, pointByKey, type SiteTruth, type SiteValue } from '@sunfleet/device-model';

/** Points of one kind, of which a device has some. */
interface PointFamily {
  points: readonly number[];
  columns: readonly string[];
}

const numbered = (count: number, key: (n: number) => string): number[] =>
  Array.from({ length: count }, (_, at) => pointByKey(key(at + 1))!.id);

const STRINGS = numbered(MAX_STRINGS, (n) => `str${n}.current`);
const INPUTS = numbered(MAX_MPPT, (n) => `pv${n}.current`);
const INPUT_POWERS = numbered(MAX_MPPT, (n) => `pv${n}.power`);

/** Families that numbers of a site are made of. */
export function familiesOf(site: ReadonlySet<SiteValue | SiteTruth>): PointFamily[] {
  const lowAndMiddle = (name: 'string' | 'input', points: readonly number[]): PointFamily[] =>
    site.has(`${name}.low`) || site.has(`${name}.mid`)
      ? [
          {
            points,
            columns: [
              `minOrNullIf(avg, point IN (${points.join(', ')})) AS ${name}_low`,
              `quantileExactOrNullIf(0.5)(avg, point IN (${points.join(', ')})) AS ${name}_mid`,
            ],
          },
        ]
      : [];
  return [
    ...lowAndMiddle('string', STRINGS),
    ...lowAndMiddle('input', INPUTS),
    ...(site.has('production')
      ? [
          {
            points: INPUT_POWERS,
            columns: [`sumOrNullIf(avg, point IN (${INPUT_POWERS.join(', ')})) AS of_inputs`],
          },
        ]
      : []),
  ];
}

export const familyColumns = ({ columns }: PointFamily): readonly string[] => columns;
