import type { StationLive } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import styles from './energy-flow.module.css';
import { type FlowLine, flowsOf, type FlowName } from './flows.ts';

interface Place {
  x: number;
  y: number;
}

const HUB: Place = { x: 160, y: 120 };
const PLACES: Readonly<Record<FlowName, Place>> = {
  pv: { x: 160, y: 38 },
  grid: { x: 50, y: 120 },
  load: { x: 270, y: 120 },
  battery: { x: 160, y: 202 },
};
const RADIUS = 34;

const ICONS: Readonly<Record<FlowName, string>> = {
  pv: 'M-11 7h22l-3-14H-8Zm4-14-1.5 14M4-7l1.5 14M-9.5 0h19',
  grid: 'M0-11-8 11M0-11 8 11M-4-2h8M-6 4H6M-9-6H9',
  load: 'M-10-1 0-10 10-1M-7-3v12H7V-3',
  battery: 'M-7-8H7V10H-7ZM-3-8v-3h6v3M0-4-3 2h6L0 8',
};

/** Colours as in the charts: what the grid or the battery gives has another one than what it takes. */
const colorOf = ({ name, direction }: FlowLine): string => {
  if (name === 'grid') return `var(--energy-${direction === 'out' ? 'export' : 'import'})`;
  if (name === 'battery') return `var(--energy-${direction === 'out' ? 'charge' : 'discharge'})`;
  return `var(--energy-${name})`;
};

/** Where power comes from and goes to now. Lines run in the direction of the power; a resting line carries none. */
export function EnergyFlow({ live, hasBattery }: { live: StationLive; hasBattery: boolean }) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const flows = flowsOf(live, hasBattery);
  const spoken = flows
    .map(({ name, power, direction }) =>
      t(`flow.spoken.${direction}`, { name: t(`flow.${name}`), power: format.power(size(power)) }),
    )
    .join('; ');
  return (
    <figure className={styles.flow} aria-label={t('flow.title')}>
      <svg viewBox={`0 -12 320 ${flows.length > 3 ? 266 : 190}`} role="img" aria-label={spoken}>
        {flows.map((flow) => (
          <line
            key={flow.name}
            x1={PLACES[flow.name].x}
            y1={PLACES[flow.name].y}
            x2={HUB.x}
            y2={HUB.y}
            className={styles.line}
            data-direction={flow.direction}
            style={{ stroke: colorOf(flow) }}
          />
        ))}
        <circle cx={HUB.x} cy={HUB.y} r={6} className={styles.hub} />
        {flows.map((flow) => (
          <g key={flow.name} transform={`translate(${PLACES[flow.name].x} ${PLACES[flow.name].y})`}>
            <circle r={RADIUS} className={styles.node} style={{ stroke: colorOf(flow) }} />
            <path d={ICONS[flow.name]} className={styles.icon} transform="translate(0 -10) scale(0.8)" />
            <text y={14} className={styles.power}>
              {format.power(flow.name === 'pv' ? flow.power : size(flow.power))}
            </text>
            <text y={flow.name === 'pv' ? -RADIUS - 5 : RADIUS + 14} className={styles.name}>
              {t(`flow.${flow.name}`)}
              {flow.name === 'battery' && live.soc !== null ? ` ${format.percent(live.soc)}` : ''}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  );
}

/** Power without its sign, because the line shows the direction. Production below zero is the plant's own use and keeps its sign. */
function size(power: number | null): number | null {
  return power === null ? null : Math.abs(power);
}
