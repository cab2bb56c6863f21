import type { StationLive } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import styles from './energy-flow.module.css';
import { fittingSize, HUB, PLACES, RADIUS, VALUE_ROOM, viewBox, wireOf } from './flow-layout.ts';
import { type FlowLine, flowsOf, type FlowName } from './flows.ts';

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

/** Where power comes from and goes to now, in words and arrows. Lines run in the direction of the power; a resting line carries none. */
export function EnergyFlow({ live, hasBattery }: { live: StationLive; hasBattery: boolean }) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const doing = useDoing();
  const flows = flowsOf(live, hasBattery);
  const spoken = flows
    .map((flow) => `${t(`flow.${flow.name}`)}: ${doing(flow)} ${format.power(shown(flow))}`)
    .join('; ');
  return (
    <figure className={styles.flow} aria-label={t('flow.title')}>
      <svg viewBox={viewBox(flows.length > 3)} role="img" aria-label={spoken}>
        {flows.map((flow) => (
          <Wire key={flow.name} flow={flow} />
        ))}
        <circle cx={HUB.x} cy={HUB.y} r={6} className={styles.hub} />
        {flows.map((flow) => (
          <Node key={flow.name} flow={flow} soc={flow.name === 'battery' ? live.soc : null} />
        ))}
      </svg>
    </figure>
  );
}

/** The line of a flow, with an arrow where something flows. */
function Wire({ flow }: { flow: FlowLine }) {
  const { from, to, middle, angle } = wireOf(flow.name);
  const color = colorOf(flow);
  const turn = flow.direction === 'out' ? angle + 180 : angle;
  return (
    <>
      <line
        x1={from.x}
        y1={from.y}
        x2={to.x}
        y2={to.y}
        className={styles.line}
        data-direction={flow.direction}
        style={{ stroke: color }}
      />
      {flow.direction === 'rest' ? null : (
        <path
          d="M8 0-6-7v14Z"
          className={styles.arrow}
          style={{ fill: color }}
          transform={`translate(${middle.x} ${middle.y}) rotate(${turn})`}
        />
      )}
    </>
  );
}

/** A circle with its power; its name and what it does stand beside it. */
function Node({ flow, soc }: { flow: FlowLine; soc: number | null }) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const doing = useDoing();
  const { x, y } = PLACES[flow.name];
  const { value, unit } = format.powerParts(shown(flow));
  const above = flow.name === 'pv';
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r={RADIUS} className={styles.node} style={{ stroke: colorOf(flow) }} />
      <path d={ICONS[flow.name]} className={styles.icon} transform="translate(0 -18) scale(0.8)" />
      <text y={9} className={styles.power} fontSize={fittingSize(value, VALUE_ROOM, 17)}>
        {value}
      </text>
      <text y={24} className={styles.unit}>
        {unit}
      </text>
      <text y={above ? -RADIUS - 20 : RADIUS + 16} className={styles.name}>
        {t(`flow.${flow.name}`)}
        {soc === null ? '' : ` ${format.percent(soc)}`}
      </text>
      <text y={above ? -RADIUS - 7 : RADIUS + 29} className={styles.doing}>
        {doing(flow)}
      </text>
    </g>
  );
}

/** What a flow does, in a word: charging, feeding in. */
function useDoing(): (flow: FlowLine) => string {
  const { t } = useTranslation('stations');
  return ({ name, power, direction }) => {
    if (direction === 'rest') return t(power === null ? 'flow.doing.unknown' : 'flow.doing.rest');
    return t(`flow.doing.${name}.${direction}`);
  };
}

/** Power without its sign, because arrow and word show the direction. Production below zero is the plant's own use and keeps its sign. */
function shown({ name, power }: FlowLine): number | null {
  return power === null || name === 'pv' ? power : Math.abs(power);
}
