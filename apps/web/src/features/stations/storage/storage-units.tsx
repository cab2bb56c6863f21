import { deviceAddress, type StationStorage, type StorageUnit } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useFormat, type Format } from '../../../lib/format/use-format.ts';
import { Age } from '../../../ui/figure/age.tsx';
import { Card } from '../../../ui/page/card.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { RowCard } from '../../../ui/table/row-card.tsx';
import styles from './storage.module.css';

/** Each battery, of its own or behind a hybrid inverter; a click opens the device. */
export function StorageUnits({ storage: { units, timeZone } }: { storage: StationStorage }) {
  const { t } = useTranslation('storage');
  const format = useFormat();
  const navigate = useNavigate();
  const columns = useMemo(() => columnsOf(t, format, timeZone), [t, format, timeZone]);
  return (
    <Card title={t('units')} flush>
      <DataTable<StorageUnit>
        label={t('units')}
        name="station-batteries"
        columns={columns}
        rows={units}
        rowKey={(unit) => unit.deviceId}
        onOpen={({ deviceId }) => navigate(deviceAddress(deviceId))}
        empty={null}
        card={(unit) => <UnitCard unit={unit} columns={columns} />}
      />
    </Card>
  );
}

type T = TFunction<'storage'>;

function UnitCard({ unit, columns }: { unit: StorageUnit; columns: readonly Column<StorageUnit>[] }) {
  const [, ...others] = columns;
  return (
    <RowCard name={<Link to={deviceAddress(unit.deviceId)}>{unit.name ?? unit.sn}</Link>}>
      <dl className={styles.parts}>
        {others.map(({ key, title, render }) => (
          <div key={key}>
            <dt>{title}</dt>
            <dd>{render(unit)}</dd>
          </div>
        ))}
      </dl>
    </RowCard>
  );
}

function columnsOf(t: T, format: Format, zone: string): Column<StorageUnit>[] {
  const number = { align: 'right', width: 120 } as const;
  return [
    { key: 'name', title: t('unit'), fixed: true, width: 180, render: ({ name, sn }) => name ?? sn },
    { key: 'soc', title: t('soc'), ...number, render: ({ soc }) => format.percent(soc, 0) },
    { key: 'power', title: t('power'), ...number, render: ({ power }) => format.power(power) },
    { key: 'soh', title: t('soh'), ...number, render: ({ soh }) => format.percent(soh, 1) },
    {
      key: 'temperature',
      title: t('temperature'),
      ...number,
      render: ({ temperature }) => format.value(temperature, '°C', 1),
    },
    {
      key: 'charged',
      title: t('chargedEver'),
      ...number,
      width: 150,
      render: ({ chargedEver }) => format.energy(chargedEver),
    },
    {
      key: 'discharged',
      title: t('dischargedEver'),
      ...number,
      width: 150,
      render: ({ dischargedEver }) => format.energy(dischargedEver),
    },
    {
      key: 'lastData',
      title: t('lastData'),
      align: 'right',
      width: 130,
      render: ({ lastDataAt }) => <Age time={lastDataAt} zone={zone} />,
    },
  ];
}
