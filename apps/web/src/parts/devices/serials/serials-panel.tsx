import { type DeviceKind, LIMITS } from '@sunfleet/contract';
import { type FormEvent, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../lib/load-chunk.ts';
import { csvOf } from '../../../ui/chart/csv.ts';
import { csvBlob, download } from '../../../ui/chart/download.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { KindChoice } from '../kind-fields.tsx';
import { ParentField } from '../parent-field.tsx';
import { SerialTable } from './serial-table.tsx';
import { type Serials, useSerials } from './use-serials.ts';
import styles from './serials.module.css';

const ScanPanel = lazyPart(() => import('../scan/scan-panel.tsx').then((part) => part.ScanPanel));

interface SerialsPanelProps {
  station: { id: number; name: string };
  kind: DeviceKind;
  /** Numbers that are known already, in the place of what was typed. */
  serials?: readonly string[] | undefined;
  /** Secrets were answered that nobody has kept yet, or no longer. */
  onUnkept?: (unkept: boolean) => void;
}

/** Many devices at once: their serial numbers are checked in a table before anything is added, and what is refused keeps no other one out. */
export function SerialsPanel({ station, kind, serials: known, onUnkept }: SerialsPanelProps) {
  const serials = useSerials(station.id, kind, known);
  return serials.rows ? (
    <Checked serials={serials} stationName={station.name} onUnkept={onUnkept} />
  ) : (
    <Entry serials={serials} station={station} />
  );
}

function Entry({ serials, station }: { serials: Serials; station: { id: number; name: string } }) {
  const { t } = useTranslation(['devices', 'connect']);
  const [scanning, setScanning] = useState(false);
  const [asked, setAsked] = useState(false);
  const limit = LIMITS.serialNumbersPerEntry;
  const { count, text, setText, common } = serials;
  const tooMany = count > limit ? t('serials.tooMany', { limit, n: count }) : undefined;
  const wrong = tooMany ?? (asked && count === 0 ? t('serials.empty') : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (count > 0 && count <= limit) serials.check();
  };
  return (
    <form className={styles.panel} onSubmit={submit} noValidate>
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
      <p className={styles.hint}>{t('serials.hint', { n: count, limit })}</p>
      {scanning ? (
        <Suspense fallback={<p role="status">{t('connect:scan.starting')}</p>}>
          <ScanPanel
            onFound={(sn) => {
              setText(text.trim() === '' ? sn : `${text.trimEnd()}\n${sn}`);
              setScanning(false);
            }}
            onClose={() => setScanning(false)}
          />
        </Suspense>
      ) : (
        <div>
          <Button onClick={() => setScanning(true)}>{t('connect:scan.start')}</Button>
        </div>
      )}
      <KindChoice
        kind={common.kind}
        meterRole={common.meterRole}
        onChange={({ kind = common.kind, meterRole = common.meterRole }) =>
          serials.change({ kind, meterRole })
        }
      />
      <ParentField
        draft={{ station, kind: common.kind, parentSn: common.parentSn }}
        onChange={(parentSn) => serials.change({ parentSn })}
      />
      <FormFailure error={serials.error} />
      <div>
        <Button kind="primary" type="submit" busy={serials.checking}>
          {t('serials.check')}
        </Button>
      </div>
    </form>
  );
}

interface CheckedProps {
  serials: Serials;
  stationName: string;
  onUnkept: ((unkept: boolean) => void) | undefined;
}

function Checked({ serials, stationName, onUnkept }: CheckedProps) {
  const { t } = useTranslation('devices');
  const { rows = [], addable, added, refused, progress } = serials;
  const secrets = added.filter(({ secret }) => secret !== '');
  const [kept, setKept] = useState(0);
  const unkept = secrets.length > kept;
  useEffect(() => onUnkept?.(unkept), [unkept, onUnkept]);
  const save = () => {
    const table = {
      columns: [t('column.sn'), t('secret.title')],
      rows: secrets.map(({ sn, secret }) => [sn, secret]),
    };
    download(`${stationName}.csv`, csvBlob(csvOf(table)));
    setKept(secrets.length);
  };
  const said =
    added.length + refused > 0
      ? t('serials.result', { added: added.length, refused })
      : t('serials.counts', { n: addable, total: rows.length });
  return (
    <div className={styles.panel}>
      <p role="status" className={styles.said}>
        {progress ? t('serials.progress', progress) : said}
      </p>
      {rows.some(({ state }) => state === 'untold') ? (
        <p className={styles.hint}>{t('serials.untold')}</p>
      ) : null}
      <SerialTable rows={rows} busy={progress !== undefined} onClaimCode={serials.setClaimCode} />
      {secrets.length > 0 ? (
        <div className={styles.secrets}>
          <p className={styles.hint}>{t('serials.secretsHint')}</p>
          <Button onClick={save}>{t('serials.secrets')}</Button>
        </div>
      ) : null}
      <FormFailure error={serials.error} />
      <div className={styles.actions}>
        {addable > 0 ? (
          <Button kind="primary" busy={progress !== undefined} onClick={serials.add}>
            {t('serials.add', { n: addable })}
          </Button>
        ) : null}
        <Button disabled={progress !== undefined} onClick={serials.reopen}>
          {t('serials.change')}
        </Button>
      </div>
      {addable === 0 && added.length === 0 ? <p className={styles.hint}>{t('serials.none')}</p> : null}
    </div>
  );
}
