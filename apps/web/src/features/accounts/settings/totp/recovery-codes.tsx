import { useTranslation } from 'react-i18next';
import { download } from '../../../../ui/chart/download.ts';
import { CopyButton } from '../../../../ui/copy/copy-button.tsx';
import { Button } from '../../../../ui/form/button.tsx';
import tabStyles from '../../../../parts/accounts/tab.module.css';
import styles from '../settings.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** The recovery codes, shown once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation('settings');
  const text = `${codes.join('\n')}\n`;
  return (
    <div className={tabStyles.text} role="status">
      <p className={styles.good}>{t('totp.on')}</p>
      <p className={tabStyles.warn}>{t('totp.codesHint')}</p>
      <ul className={styles.codes} aria-label={t('totp.codes')}>
        {codes.map((code) => (
          <li key={code} className={styles.secret}>
            {code}
          </li>
        ))}
      </ul>
      <div className={tabStyles.row}>
        <CopyButton text={text} />
        <Button
          onClick={() => download('sunfleet-recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
        >
          {t('download')}
        </Button>
        <Button kind="primary" onClick={onDone}>
          {t('totp.kept')}
        </Button>
      </div>
    </div>
  );
}
