import { ADDRESSES } from '@sunfleet/contract';
import { Steps } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Page } from '../../../ui/page/page.tsx';
import styles from '../imports.module.css';
import { FileStep } from './file-step.tsx';
import { MappingStep } from './mapping-step.tsx';
import { useImportForm } from './use-import-form.ts';

const STEPS = ['file', 'mapping', 'result'] as const;

/** A new import: first the file, then its meaning. A draft that was left is taken up again. */
export function ImportWizardPage() {
  const { t } = useTranslation('imports');
  const form = useImportForm();
  const { preview } = form.draft;
  return (
    <Page
      help="imports"
      title={t('new')}
      permission="imports.run"
      breadcrumb={
        <Link className={styles.back} to={ADDRESSES.imports}>
          {t('title')}
        </Link>
      }
      toolbar={
        <Steps
          size="small"
          current={preview ? 1 : 0}
          items={STEPS.map((step) => ({ title: t(`step.${step}`) }))}
        />
      }
    >
      <div className={styles.stack}>
        {preview ? <MappingStep form={form} preview={preview} /> : <FileStep form={form} />}
      </div>
    </Page>
  );
}
