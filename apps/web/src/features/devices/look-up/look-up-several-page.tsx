import { ADDRESSES, deviceAddress, LIMITS, splitSerials } from '@sunfleet/contract';
import type { OutputOf } from '@sunfleet/api-client';
import type { TFunction } from 'i18next';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAction } from '../../../lib/call/use-action.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { WarrantyEnd } from '../../../parts/devices/warranty-end.tsx';
import { csvOf } from '../../../ui/chart/csv.ts';
import { csvBlob, download } from '../../../ui/chart/download.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { Page } from '../../../ui/page/page.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import styles from './look-up.module.css';

type Row = OutputOf<'lookUpSerials'>[number];

/** Up to a thousand serial numbers at once, with what of them one may know, and the device where it is one's own. */
export function LookUpSeveralPage() {
  const { t } = useTranslation('devices');
  const [text, setText] = useState('');
  const [asked, setAsked] = useState(false);
  const look = useAction('lookUpSerials', { quiet: true });
  const sns = splitSerials(text);
  const limit = LIMITS.serialNumbersPerEntry;
  const tooMany = sns.length > limit ? t('serials.tooMany', { limit, n: sns.length }) : undefined;
  const wrong = tooMany ?? (asked && sns.length === 0 ? t('serials.empty') : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (sns.length > 0 && sns.length <= limit) look.mutate({ body: { sns } });
  };
  return (
    <Page
      help="devices"
      title={t('lookUp.several')}
      permission="devices.view"
      breadcrumb={<Link to={ADDRESSES.devices}>{t('title')}</Link>}
    >
      <Card>
        <form className={styles.form} onSubmit={submit} noValidate>
          <TextArea
            label={t('serials.field')}
            rows={6}
            spellCheck={false}
            autoCapitalize="characters"
            autoComplete="off"
            value={text}
            error={wrong}
            onChange={(event) => setText(event.target.value)}
          />
          <p className={styles.hint}>{t('serials.hint', { n: sns.length, limit })}</p>
          <FormFailure error={look.error} />
          <div>
            <Button kind="primary" type="submit" busy={look.isPending}>
              {t('lookUp.action')}
            </Button>
          </div>
        </form>
      </Card>
      {look.data ? <Found rows={look.data} /> : null}
    </Page>
  );
}

function Found({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation('devices');
  const columns = columnsOf(t);
  const save = () => {
    const names = ['sn', 'model', 'warrantyEnd'] as const;
    const heads = [...names.map((name) => t(`column.${name}`)), t('lookUp.state'), t('column.station')];
    const cells = rows.map(({ sn, found, device }) => [
      sn,
      found?.model ?? '',
      found?.warrantyEnd ?? '',
      stateOf(t, found),
      device?.station?.name ?? '',
    ]);
    download('serial-numbers.csv', csvBlob(csvOf({ columns: heads, rows: cells })));
  };
  return (
    <DataTable<Row>
      label={t('lookUp.several')}
      name="look-up"
      columns={columns}
      rows={rows}
      rowKey={({ sn }) => sn}
      actions={() => <Button onClick={save}>{t('lookUp.save')}</Button>}
      {...(rows.length > 50 ? { virtualHeight: 640 } : {})}
    />
  );
}

const stateOf = (t: TFunction<'devices'>, found: Row['found']): string => {
  if (!found) return t('lookUp.unknown');
  return t(found.online ? 'lookUp.online' : 'lookUp.offline');
};

const columnsOf = (t: TFunction<'devices'>): Column<Row>[] => [
  {
    key: 'sn',
    title: t('column.sn'),
    fixed: true,
    width: 200,
    render: ({ sn, device }) => (device ? <Link to={deviceAddress(device.id)}>{sn}</Link> : sn),
  },
  { key: 'state', title: t('lookUp.state'), width: 140, render: ({ found }) => stateOf(t, found) },
  { key: 'model', title: t('column.model'), width: 180, render: ({ found }) => found?.model ?? UNKNOWN },
  {
    key: 'warrantyEnd',
    title: t('column.warrantyEnd'),
    width: 200,
    render: ({ found }) => (found?.warrantyEnd ? <WarrantyEnd day={found.warrantyEnd} /> : UNKNOWN),
  },
  {
    key: 'station',
    title: t('column.station'),
    width: 200,
    render: ({ device }) => device?.station?.name ?? UNKNOWN,
  },
];
