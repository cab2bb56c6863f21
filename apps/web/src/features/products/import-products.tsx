import { DEVICE_KINDS, LIMITS, type ProductInput } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useAccount, useMay } from '../../lib/session/session-context.tsx';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { Check } from '../../ui/form/field.tsx';
import { DropZone } from '../../ui/form/drop-zone.tsx';
import { showNotice } from '../../ui/notice/notice-store.ts';
import { FIGURE_NAMES, type ProductFigure } from './product-draft.ts';
import styles from './products.module.css';
import { type FoundProduct, readProducts, templateText } from './read-products.ts';

/** Adds products out of a table of one's own: it is read here, and what is right of it is sent. */
export function ImportProducts({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['products', 'components']);
  const format = useFormat();
  const mayAll = useMay('platform.manage');
  const { organisation } = useAccount();
  const [found, setFound] = useState<readonly FoundProduct[] | null>();
  const [everybody, setEverybody] = useState(organisation === null);
  const add = useAction('createProducts', {
    quiet: true,
    invalidates: ['listProducts'],
    onDone: ({ added, kept }) => {
      showNotice(
        'success',
        t('components:added', { added: format.number(added, 0), kept: format.number(kept.length, 0) }),
      );
      onClose();
    },
  });
  const products = (found ?? []).flatMap(({ product }): ProductInput[] => (product ? [product] : []));
  const most = LIMITS.productsAtOnce;
  return (
    <ActionDialog
      title={t('import.title')}
      okText={t('components:import.add', { count: products.length })}
      disabled={products.length === 0 || products.length > most}
      busy={add.isPending}
      error={add.error}
      onOk={() => add.mutate({ body: { products, everybody } })}
      onClose={onClose}
    >
      <DropZone
        title={t('components:import.drop')}
        hint={t('import.hint', { most, kinds: DEVICE_KINDS.join(', ') })}
        accept=".csv,.txt"
        onFile={(file) => void file.text().then((text) => setFound(readProducts(text)))}
      />
      <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(templateText())}`} download="products.csv">
        {t('components:import.template')}
      </a>
      {found === null ? (
        <p role="alert" className={styles.wrong}>
          {t('import.unread')}
        </p>
      ) : null}
      {found ? <Found found={found} /> : null}
      {products.length > most ? (
        <p role="alert" className={styles.wrong}>
          {t('components:import.most', { most })}
        </p>
      ) : null}
      {mayAll ? <Check label={t('everybody')} checked={everybody} onChange={setEverybody} /> : null}
    </ActionDialog>
  );
}

/** What the table holds; what cannot be added comes first and says why. */
function Found({ found }: { found: readonly FoundProduct[] }) {
  const { t } = useTranslation(['products', 'rules']);
  const format = useFormat();
  const sorted = found.toSorted((a, b) => b.faults.length - a.faults.length);
  const right = found.filter(({ product }) => product).length;
  const nameOf = (field: string) => {
    if (FIGURE_NAMES.includes(field as ProductFigure) || field === 'protection')
      return t(`figure.${field as ProductFigure}`);
    if (field === 'months') return t('warranty.months');
    if (field === 'terms') return t('warranty.text');
    if (field === 'kind') return t('column.kind');
    return t(field as 'model');
  };
  return (
    <>
      <p role="status">
        {t('import.right', { n: format.number(right, 0), all: format.number(found.length, 0) })}
      </p>
      <ul className={`${styles.list} ${styles.found}`}>
        {sorted.map(({ name, faults }, at) => (
          // Tables name products twice.
          // oxlint-disable-next-line react/no-array-index-key -- rows are those of one file
          <li key={at} className={faults.length > 0 ? styles.wrong : undefined}>
            <strong>{name}</strong>{' '}
            {faults
              .slice(0, 3)
              .map(({ field, rule }) => `${nameOf(field)}: ${t(rule, { ns: 'rules' })}`)
              .join(' ')}
          </li>
        ))}
      </ul>
    </>
  );
}
