import { ADDRESSES } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/format/use-format.ts';
import { textField, useUrlState } from '../../../lib/url-state.ts';
import { SearchFilter } from '../../../ui/filter/filters.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { NoMatch } from '../../../ui/page/states.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { CatalogueCard } from './catalogue-card.tsx';
import { useCatalogueColumns } from './catalogue-columns.tsx';
import { type CatalogueRow, catalogueRows } from './catalogue-rows.ts';
import { useCatalogueTexts } from './use-catalogue-texts.ts';
import styles from './catalogue.module.css';

const FIELDS = { q: textField() };
const ROWS = catalogueRows();

/** Every point that the platform knows by name, for those who make a device report: its key, unit and meaning. */
export function PointCataloguePage() {
  const { t } = useTranslation('points');
  const { t: devices } = useTranslation('devices');
  const { language } = useFormat();
  const texts = useCatalogueTexts();
  const columns = useCatalogueColumns();
  const [{ q }, set] = useUrlState(FIELDS);
  const rows = useMemo(() => {
    const wanted = q.trim().toLocaleLowerCase(language);
    const words = (row: CatalogueRow) =>
      [
        row.key,
        row.family?.last,
        row.unit,
        texts.nameOf(row),
        texts.meaningOf(row),
        t(`group.${row.group}`),
      ].join(' ');
    return ROWS.filter((row) => words(row).toLocaleLowerCase(language).includes(wanted));
  }, [q, language, texts, t]);
  return (
    <Page
      help="points"
      title={t('catalogue.title')}
      subtitle={t('catalogue.hint')}
      actions={<Link to={ADDRESSES.customPoints}>{t('custom.open')}</Link>}
      breadcrumb={
        <Link className={styles.back} to={ADDRESSES.devices}>
          {devices('title')}
        </Link>
      }
    >
      <DataTable<CatalogueRow>
        label={t('catalogue.title')}
        name="points"
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        card={(row) => <CatalogueCard row={row} />}
        tools={<SearchFilter label={t('catalogue.search')} value={q} onChange={(text) => set({ q: text })} />}
        empty={<NoMatch onClear={() => set({ q: '' })} />}
      />
    </Page>
  );
}
