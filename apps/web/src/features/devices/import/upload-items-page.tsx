import { ADDRESSES, DEVICE_KINDS, deviceAddress, LIMITS, METER_ROLES } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useMay } from '../../../lib/session/session-context.tsx';
import { csvOf } from '../../../ui/chart/csv.ts';
import { csvBlob, download } from '../../../ui/chart/download.ts';
import { Button } from '../../../ui/form/button.tsx';
import { DropZone } from '../../../ui/form/drop-zone.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { Page } from '../../../ui/page/page.tsx';
import plain from '../../../ui/table/plain-table.module.css';
import styles from '../../../ui/form/table-import.module.css';
import { DEVICE_TABLE, deviceTemplate, readDevices, type TableDevice } from './read-devices.ts';
import { type ImportedRow, useDeviceImport } from './use-device-import.ts';

const MOST = LIMITS.serialNumbersPerEntry;

/** Devices of many stations out of a table, and the ways to the imports of other things. */
export function UploadItemsPage() {
  const { t } = useTranslation(['devices', 'products', 'stations', 'sims', 'texts']);
  const seesProducts = useMay('operations.view');
  const addsStations = useMay('stations.create');
  const seesSims = useMay('sims.view');
  const translates = useMay('platform.manage');
  return (
    <Page
      help="devices"
      title={t('import.title')}
      subtitle={t('import.hint')}
      permission="devices.create"
      breadcrumb={<Link to={ADDRESSES.devices}>{t('title')}</Link>}
      actions={
        <>
          {addsStations ? <Link to={ADDRESSES.addStations}>{t('stations:title')}</Link> : null}
          {seesProducts ? <Link to={ADDRESSES.products}>{t('products:title')}</Link> : null}
          {translates ? <Link to={ADDRESSES.uploadTexts}>{t('texts:title')}</Link> : null}
          {seesSims ? <Link to={ADDRESSES.sims}>{t('sims:title')}</Link> : null}
        </>
      }
    >
      <DeviceTable />
    </Page>
  );
}

function DeviceTable() {
  const { t } = useTranslation(['devices', 'components']);
  const format = useFormat();
  const [rows, setRows] = useState<readonly TableDevice[] | null>();
  const { results, progress, add, stop, reset } = useDeviceImport();
  const [saved, setSaved] = useState(0);
  const secrets = (rows ?? []).filter((row) => results.get(row)?.secret).length;
  const open = (rows ?? []).filter((row) => row.faults.length === 0 && !results.get(row)?.deviceId);
  const read = async (file: File) => {
    reset();
    setSaved(0);
    setRows(readDevices(await file.text()));
  };
  return (
    <Card title={t('title')}>
      <LeaveGuard
        active={progress !== undefined || secrets > saved}
        onLeave={stop}
        text={t('import.leave')}
      />
      <div className={styles.stack}>
        <DropZone
          title={t('components:import.drop')}
          hint={t('import.columns', { most: format.number(MOST, 0), columns: DEVICE_TABLE.join(', ') })}
          accept=".csv,.txt"
          onFile={(file) => void read(file)}
        />
        <p className={styles.muted}>
          {t('import.words', { kinds: DEVICE_KINDS.join(', '), roles: METER_ROLES.join(', ') })}
        </p>
        <a
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(deviceTemplate())}`}
          download="devices.csv"
        >
          {t('components:import.template')}
        </a>
        {rows === null ? <p role="alert">{t('import.unread')}</p> : null}
        {rows && rows.length > MOST ? (
          <p role="alert">{t('components:import.most', { most: format.number(MOST, 0) })}</p>
        ) : null}
        {rows && rows.length > 0 && rows.length <= MOST ? (
          <>
            <p role="status">
              {progress
                ? t('serials.progress', progress)
                : t('import.right', { n: format.number(open.length, 0), all: format.number(rows.length, 0) })}
            </p>
            <div className={styles.buttons}>
              <Button
                kind="primary"
                disabled={open.length === 0}
                busy={progress !== undefined}
                onClick={() => void add(open)}
              >
                {t('serials.add', { n: open.length })}
              </Button>
              <Secrets rows={rows} results={results} onSaved={setSaved} />
            </div>
            <Rows rows={rows} results={results} />
          </>
        ) : null}
      </div>
    </Card>
  );
}

interface ResultProps {
  rows: readonly TableDevice[];
  results: ReadonlyMap<TableDevice, ImportedRow>;
}

/** Secrets are shown only this once. */
function Secrets({ rows, results, onSaved }: ResultProps & { onSaved: (secrets: number) => void }) {
  const { t } = useTranslation('devices');
  const secrets = rows.flatMap((row) => {
    const secret = results.get(row)?.secret;
    return secret ? [[row.sn, secret]] : [];
  });
  if (secrets.length === 0) return null;
  const save = () => {
    download('secrets.csv', csvBlob(csvOf({ columns: [t('column.sn'), t('secret.title')], rows: secrets })));
    onSaved(secrets.length);
  };
  return (
    <>
      <Button onClick={save}>{t('serials.secrets')}</Button>
      <span className={styles.muted}>{t('serials.secretsHint')}</span>
    </>
  );
}

/** What is wrong comes first, then what is open, then what is done. */
function Rows({ rows, results }: ResultProps) {
  const { t } = useTranslation(['devices', 'rules']);
  const outcome = (row: TableDevice) => {
    const result = results.get(row);
    if (result) return result.message || t('serials.states.added');
    return row.faults.map(({ column, rule }) => `${column}: ${t(rule, { ns: 'rules' })}`).join(' ');
  };
  const weight = (row: TableDevice) => {
    const result = results.get(row);
    if (row.faults.length > 0 || result?.message) return 0;
    return result ? 2 : 1;
  };
  return (
    <div className={`${plain.wide} ${styles.rows}`}>
      <table className={`${plain.table} ${plain.words}`}>
        <caption className="visually-hidden">{t('import.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('column.sn')}</th>
            <th scope="col">{t('column.station')}</th>
            <th scope="col">{t('column.kind')}</th>
            <th scope="col">{t('serials.outcome')}</th>
          </tr>
        </thead>
        <tbody>
          {rows
            .toSorted((a, b) => weight(a) - weight(b))
            .map((row, at) => (
              // Tables name devices twice.
              // oxlint-disable-next-line react/no-array-index-key -- rows are those of one file
              <tr key={at}>
                <th scope="row">
                  {results.get(row)?.deviceId ? (
                    <Link to={deviceAddress(results.get(row)!.deviceId!)}>{row.sn}</Link>
                  ) : (
                    row.sn
                  )}
                </th>
                <td>{row.station}</td>
                <td>{t(`kind.${row.device.kind}`)}</td>
                <td>{outcome(row)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
