import type { DesignVersion, StationInverter } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import styles from './design.module.css';

const WIDTH = 340;
const LINE = 26;
const LEFT = 78;
/** Room for the modules of a string. */
const STRIP = 150;
/** px of a module at most. */
const WIDEST = 14;

interface StringPlanProps {
  version: Pick<DesignVersion, 'arrays' | 'inverters'>;
}

/** The strings of each inverter as a plan: its MPPTs, their inputs, and the modules in series on each, times the strings beside each other. */
export function StringPlan({ version }: StringPlanProps) {
  return (
    <div className={styles.plans}>
      {version.inverters.map((inverter) => (
        <InverterPlan key={inverter.name} inverter={inverter} arrays={version.arrays} />
      ))}
    </div>
  );
}

function InverterPlan({ inverter, arrays }: { inverter: StationInverter; arrays: DesignVersion['arrays'] }) {
  const { t } = useTranslation('station-designs');
  const inputs = inverter.inputs.toSorted((a, b) => a.mppt - b.mppt || a.input - b.input);
  const seriesOf = (name: string) => arrays.find((array) => array.name === name)?.series ?? 0;
  const longest = Math.max(1, ...inputs.map(({ array }) => seriesOf(array)));
  const wide = Math.min(WIDEST, STRIP / longest);
  const height = Math.max(1, inputs.length) * LINE;
  const words = inputs.map(
    ({ mppt, input, array, strings }) => `MPPT ${mppt}, ${input}: ${array}, ${strings} × ${seriesOf(array)}`,
  );
  return (
    <div>
      <p className={styles.planHead}>{[inverter.name, inverter.type?.model].filter(Boolean).join(' · ')}</p>
      <svg
        className={styles.plan}
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="img"
        aria-label={`${t('plan')}: ${inverter.name}; ${words.join('; ')}`}
      >
        {inputs.map(({ mppt, input, array, strings }, at) => {
          const y = at * LINE;
          const series = seriesOf(array);
          const isFirst = at === 0 || inputs[at - 1]!.mppt !== mppt;
          return (
            <g key={`${mppt} ${input}`}>
              <title>{words[at]}</title>
              {isFirst ? (
                <text x={0} y={y + LINE / 2}>
                  {`MPPT ${mppt}`}
                </text>
              ) : null}
              <path
                className={styles.wire}
                d={`M50 ${isFirst ? y + LINE / 2 : y - LINE / 2}V${y + LINE / 2}H${LEFT}`}
              />
              <text x={58} y={y + LINE / 2 - 6}>
                {input}
              </text>
              {Array.from({ length: series }, (_, place) => (
                <rect
                  key={place}
                  className={styles.module}
                  x={LEFT + place * wide}
                  y={y + 5}
                  width={Math.max(1, wide - 1)}
                  height={LINE - 12}
                />
              ))}
              <text x={LEFT + series * wide + 6} y={y + LINE / 2}>
                {`${strings} × ${series} ${shortened(array)}`}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/** Letters of an array's name for which there is room; the title of a line has all. */
const LONGEST = 14;
const shortened = (name: string) => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name);
