import { ADDRESSES, type CheckedBatch, LIMITS, type StationBatch } from '@sunfleet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Progress } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAction } from '../../../lib/call/use-action.ts';
import { callKey, useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useAccount, useMay } from '../../../lib/session/session-context.tsx';
import { integerField, useUrlState } from '../../../lib/url-state.ts';
import { CellErrors } from '../../../parts/tables/cell-errors.tsx';
import { TableUpload } from '../../../parts/tables/table-upload.tsx';
import { TemplateButtons } from '../../../parts/tables/template-buttons.tsx';
import { download } from '../../../ui/chart/download.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { OrganisationField } from '../entry/organisation-field.tsx';
import entry from '../entry/entry.module.css';
import { SampleRows } from './sample-rows.tsx';
import styles from './batch.module.css';

/** `batch`: a table that was found right, so that its progress is there after a new load. */
const FIELDS = { batch: integerField(0) };

/** Many stations from a table: template, check by cell, and all of them or none. */
export function AddStationsPage() {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const [{ batch }, set] = useUrlState(FIELDS);
  const [checked, setChecked] = useState<CheckedBatch>();
  return (
    <Page
      help="addStation"
      title={t('batch.title')}
      subtitle={t('batch.hint', { limit: format.number(LIMITS.stationsPerBatch, 0) })}
      permission="stations.create"
      breadcrumb={
        <Link className={entry.back} to={ADDRESSES.stations}>
          {t('title')}
        </Link>
      }
    >
      <div className={styles.stack}>
        {batch > 0 ? (
          <Batch
            id={batch}
            checked={checked}
            onAnother={() => {
              setChecked(undefined);
              set({ batch: 0 });
            }}
          />
        ) : (
          <>
            <TemplateCard />
            <UploadCard
              onChecked={(answer) => {
                setChecked(answer);
                if (answer.batch) set({ batch: answer.batch.id });
              }}
            />
            {checked && !checked.batch ? <CellErrors checked={checked} /> : null}
          </>
        )}
      </div>
    </Page>
  );
}

function TemplateCard() {
  const { t } = useTranslation('stations');
  const { mutate, isPending } = useAction('getStationTemplate');
  return (
    <Card title={t('batch.fill')}>
      <p className={styles.hint}>{t('batch.fillHint')}</p>
      <TemplateButtons
        busy={isPending}
        onChoose={(format) =>
          mutate(
            { query: { format } },
            { onSuccess: (content) => download(`${t('batch.file')}.${format}`, content) },
          )
        }
      />
    </Card>
  );
}

function UploadCard({ onChecked }: { onChecked: (answer: CheckedBatch) => void }) {
  const { t } = useTranslation('stations');
  const upload = useAction('checkStationBatch', { quiet: true, onDone: onChecked });
  return (
    <Card title={t('batch.upload')}>
      <FormFailure error={upload.error} />
      <TableUpload busy={upload.isPending} onFile={(body) => upload.mutate({ body })} />
    </Card>
  );
}

interface BatchProps {
  id: number;
  /** What was answered to the upload, where that was here. */
  checked: CheckedBatch | undefined;
  onAnother: () => void;
}

/** A table in which nothing is wrong: how it begins, how far it is, what became of it. */
function Batch({ id, checked, onAnother }: BatchProps) {
  const { t } = useTranslation('stations');
  const client = useQueryClient();
  const input = { params: { id } };
  const known = client.getQueryData<StationBatch>(callKey('getStationBatch', input));
  const refetchMs = known && known.state !== 'creating' ? false : 1000;
  const { data, error } = useCall('getStationBatch', input, { refetchMs });
  const done = data?.state === 'done';
  useEffect(() => {
    if (!done) return;
    for (const route of ['listStations', 'mapStations', 'portfolioOverview'])
      void client.invalidateQueries({ queryKey: [route] });
  }, [done, client]);
  if (!data) return <FormFailure error={error} />;
  return (
    <>
      <Card title={data.fileName}>
        <State batch={data} estimated={checked?.estimatedElevations ?? 0} />
        {data.state === 'creating' ? null : (
          <p className={styles.buttons}>
            {done ? <Link to={ADDRESSES.stations}>{t('batch.list')}</Link> : null}
            <Button onClick={onAnother}>{t('batch.another')}</Button>
          </p>
        )}
      </Card>
      {data.state === 'ready' && checked ? (
        <Card title={t('batch.sample')} flush>
          <SampleRows checked={checked} />
        </Card>
      ) : null}
    </>
  );
}

interface StateProps {
  batch: StationBatch;
  /** Stations with an estimated elevation. */
  estimated: number;
}

function State({ batch, estimated }: StateProps) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const figure = (value: number) => format.number(value, 0);
  const { state, done, total, fileName: file } = batch;
  if (state === 'ready') return <Start batch={batch} estimated={estimated} />;
  if (state === 'failed') return <p role="alert">{t('batch.failed', { reason: batch.message ?? '' })}</p>;
  if (state === 'done') return <p role="status">{t('batch.done', { file, total: figure(total) })}</p>;
  const words = t('batch.creating', { done: figure(done), total: figure(total) });
  return (
    <>
      <Progress percent={Math.floor((100 * done) / total)} status="active" aria-label={words} />
      <p role="status">{words}</p>
    </>
  );
}

function Start({ batch, estimated }: StateProps) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const own = useAccount().organisation;
  const mayChoose = useMay('organisations.view');
  const [organisation, setOrganisation] = useState(own ? String(own.id) : '');
  const start = useAction('startStationBatch', { quiet: true, invalidates: ['getStationBatch'] });
  const n = format.number(batch.total, 0);
  return (
    <div className={styles.stack}>
      <p role="status" className={styles.hint}>
        {t('batch.right', { file: batch.fileName, n })}
      </p>
      {estimated > 0 ? (
        <p className={styles.hint}>{t('batch.estimated', { n: format.number(estimated, 0) })}</p>
      ) : null}
      {mayChoose ? (
        <OrganisationField value={organisation} error={undefined} onChange={setOrganisation} />
      ) : null}
      <FormFailure error={start.error} />
      <div>
        <Button
          kind="primary"
          busy={start.isPending}
          disabled={mayChoose && organisation === ''}
          onClick={() =>
            start.mutate({
              params: { id: batch.id },
              body: organisation ? { organisationId: Number(organisation) } : {},
            })
          }
        >
          {t('batch.create', { n })}
        </Button>
      </div>
    </div>
  );
}
