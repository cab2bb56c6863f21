import { MenuOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../lib/appearance.ts';
import { useAccount } from '../../lib/session/session-context.tsx';
import { FinderButton } from '../finder/finder-button.tsx';
import { AccountMenu } from './account-menu.tsx';
import { AppearanceMenu } from './appearance-menu.tsx';
import { CancellationNote } from './cancellation-note.tsx';
import styles from './header.module.css';
import { LanguageMenu } from './language-menu.tsx';
import { LiveBadge } from './live-badge.tsx';
import { ServerNote } from './server-note.tsx';
import { StoppedNote } from './stopped-note.tsx';

/** Search, state of the live stream, language, light, account. */
export function Header({ onMenu }: { onMenu?: () => void }) {
  const { t } = useTranslation('common');
  const phone = usePhone();
  return (
    <>
      <header className={styles.header}>
        {onMenu ? (
          <Button type="text" icon={<MenuOutlined />} aria-label={t('menu.open')} onClick={onMenu} />
        ) : null}
        <FinderButton />
        <div className={styles.end}>
          <LiveBadge />
          {phone ? null : <LanguageMenu />}
          {phone ? null : <AppearanceMenu />}
          <AccountMenu />
        </div>
      </header>
      <VisitorNote />
      <CancellationNote />
      <ServerNote />
      <StoppedNote />
    </>
  );
}

function VisitorNote() {
  const { t } = useTranslation('common');
  return useAccount().visitor ? (
    <p className={styles.visitor} role="note">
      {t('account.visitor')}
    </p>
  ) : null;
}
