import { useTranslation } from 'react-i18next';
import { useMay } from '../../lib/session/session-context.tsx';
import { Page } from '../../ui/page/page.tsx';
import { AuditList } from '../../parts/audit/audit-list.tsx';
import styles from '../../parts/audit/audit.module.css';
import { ChainCheck } from './chain-check.tsx';

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The audit log as far as the account may see it; the platform's administrators can prove it. */
export function AuditPage() {
  const { t } = useTranslation('audit');
  const mayCheck = useMay('platform.manage');
  return (
    <Page help="audit" title={t('title')} subtitle={t('hint')} permission="audit.view">
      <div className={styles.stack}>
        {mayCheck ? <ChainCheck /> : null}
        <AuditList zone={ZONE} />
      </div>
    </Page>
  );
}
