import { deviceAddress, type KpiFigures, KPIS, type KpiName } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat, type Format } from '../../../lib/format/use-format.ts';
import { kpiText } from '../../../parts/kpis/kpi-text.ts';
import styles from '../../../parts/kpis/kpis.module.css';
import { Card } from '../../../ui/page/card.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { RowCard } from '../../../ui/table/row-card.tsx';

type Inverter = KpiFigures & { deviceId: number; name: string };

/** Those that tell inverters of one roof apart at a glance; the others are chosen. */
const SHOWN: readonly KpiName[] = [
  'finalYield',
  'performanceRatio',
  'timeAvailability',
  'energyAvailability',
  'systemLoss',
  'inverterEfficiency',
];
const MANY = 60;
const TALL = 560;

/** Key figures of each inverter side by side; a click opens the device. Nothing of a station with one, or while none of them has a figure. */
export function InverterKpis({ station, from, to }: { station: number; from: string; to: string }) {
  const { t } = useTranslation('kpis');
  const format = useFormat();
  const navigate = useNavigate();
  const { data } = useCall(
    'stationInverterKpis',
    { params: { id: station }, query: { from, to } },
    { keepPrevious: true },
  );
  const columns = useMemo(() => columnsOf(t, format), [t, format]);
  if (!data || data.length < 2 || !data.some(isKnown)) return null;
  return (
    <Card title={t('inverters')} flush>
      <DataTable<Inverter>
        label={t('inverters')}
        name="station-inverter-kpis"
        columns={columns}
        rows={data}
        rowKey={({ deviceId }) => deviceId}
        onOpen={({ deviceId }) => navigate(deviceAddress(deviceId, 'kpis'))}
        {...(data.length > MANY ? { virtualHeight: TALL } : {})}
        empty={null}
        card={(row) => (
          <RowCard name={<Link to={deviceAddress(row.deviceId, 'kpis')}>{row.name}</Link>}>
            <dl className={styles.parts}>
              {SHOWN.map((name) => (
                <div key={name}>
                  <dt>{t(`name.${name}`)}</dt>
                  <dd>{kpiText(row, name, format)}</dd>
                </div>
              ))}
            </dl>
          </RowCard>
        )}
      />
    </Card>
  );
}

const isKnown = ({ values }: Inverter) => KPIS.some((name) => values[name].value !== null);

const columnsOf = (t: TFunction<'kpis'>, format: Format): Column<Inverter>[] => [
  { key: 'name', title: t('column.inverter'), fixed: true, width: 200, render: ({ name }) => name },
  ...KPIS.map((name) => ({
    key: name,
    title: t(`name.${name}`),
    hint: t(`hint.${name}`),
    align: 'right' as const,
    width: 150,
    hidden: !SHOWN.includes(name),
    render: (row: Inverter) => kpiText(row, name, format),
  })),
  {
    key: 'days',
    title: t('column.days'),
    align: 'right',
    width: 90,
    render: ({ sums }) => format.number(sums.days, 0),
  },
];
