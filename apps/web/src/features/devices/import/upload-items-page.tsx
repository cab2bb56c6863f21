import { ADDRESSES, LIMITS } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAction } from '../../../lib/call/use-action.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useMay } from '../../../lib/session/session-context.tsx';
import { integerField, useUrlState } from '../../../lib/url-state.ts';
import { TableUpload } from '../../../parts/tables/table-upload.tsx';
import { TemplateButtons } from '../../../parts/tables/template-buttons.tsx';
import { download } from '../../../ui/chart/download.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import styles from '../../../ui/form/table-import.module.css';
import { Card } from '../../../ui/page/card.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { DeviceImportCard } from './device-import-card.tsx';
import { LastImports } from './last-imports.tsx';

/** `import`: a table that was uploaded, so that it is there after a new load. */
const FIELDS = { import: integerField(0) };

/** Devices of many stations out of a table, and the ways to the imports of other things. */
export function UploadItemsPage() {
  const { t } = useTranslation(['devices', 'products', 'stations', 'sims', 'texts']);
  const format = useFormat();
  const seesProducts = useMay('operations.view');
  const addsStations = useMay('stations.create');
  const seesSims = useMay('sims.view');
  const translates = useMay('platform.manage');
  const [{ import: id }, set] = useUrlState(FIELDS);
  return (
    <Page
      help="devices"
      title={t('import.title')}
      subtitle={t('import.hint', { most: format.number(LIMITS.devicesPerImport, 0) })}
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
      <div className={styles.cards}>
        {id > 0 ? (
          <DeviceImportCard id={id} onAnother={() => set({ import: 0 })} />
        ) : (
          <>
            <TemplateCard />
            <UploadCard onChecked={(checked) => set({ import: checked })} />
            <LastImports />
          </>
        )}
      </div>
    </Page>
  );
}

function TemplateCard() {
  const { t } = useTranslation(['devices', 'stations']);
  const { mutate, isPending } = useAction('getDeviceImportTemplate');
  return (
    <Card title={t('stations:batch.fill')}>
      <div className={styles.stack}>
        <p className={styles.muted}>{t('import.fillHint')}</p>
        <TemplateButtons
          busy={isPending}
          onChoose={(format) =>
            mutate(
              { query: { format } },
              { onSuccess: (content) => download(`${t('title')}.${format}`, content) },
            )
          }
        />
      </div>
    </Card>
  );
}

function UploadCard({ onChecked }: { onChecked: (id: number) => void }) {
  const { t } = useTranslation('stations');
  const upload = useAction('checkDeviceImport', {
    quiet: true,
    invalidates: ['listDeviceImports'],
    onDone: ({ id }) => onChecked(id),
  });
  return (
    <Card title={t('batch.upload')}>
      <FormFailure error={upload.error} />
      <TableUpload busy={upload.isPending} onFile={(body) => upload.mutate({ body })} />
    </Card>
  );
}
