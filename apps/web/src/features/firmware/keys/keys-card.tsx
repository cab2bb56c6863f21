import type { FirmwareKey } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useMay } from '../../../lib/session/session-context.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Card } from '../../../ui/page/card.tsx';
import styles from '../firmware.module.css';
import { AddKey } from './add-key.tsx';
import { RevokeKey } from './revoke-key.tsx';

/** Keys whose signatures the library takes; who runs the platform registers and revokes them. */
export function KeysCard() {
  const { t } = useTranslation('firmware');
  const mayRegister = useMay('platform.manage');
  const keys = useCall('listFirmwareKeys', {});
  const [opened, setOpened] = useState<'add' | FirmwareKey>();
  const close = () => setOpened(undefined);
  const add = mayRegister ? <Button onClick={() => setOpened('add')}>{t('keys.add')}</Button> : null;
  return (
    <Card title={t('keys.title')} extra={add}>
      <div className={styles.stack}>
        <p className={styles.muted}>{t('keys.hint')}</p>
        {keys.data?.length === 0 ? <p>{t(mayRegister ? 'keys.none' : 'keys.noneOther')}</p> : null}
        <ul className={styles.keys}>
          {keys.data?.map((key) => (
            <KeyRow key={key.id} of={key} onRevoke={mayRegister ? () => setOpened(key) : undefined} />
          ))}
        </ul>
      </div>
      {opened === 'add' ? <AddKey onClose={close} /> : null}
      {opened && opened !== 'add' ? <RevokeKey of={opened} onClose={close} /> : null}
    </Card>
  );
}

function KeyRow({ of, onRevoke }: { of: FirmwareKey; onRevoke: (() => void) | undefined }) {
  const { t } = useTranslation('firmware');
  const format = useFormat();
  const { name, fingerprint, createdAt, revokedAt, revokedReason, firmware } = of;
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className={styles.code}>{t('keys.fingerprint', { fingerprint })}</p>
        <p className={styles.muted}>{t('keys.since', { at: format.dateTime(createdAt), n: firmware })}</p>
        {revokedAt === null ? null : (
          <p className={styles.wrong}>
            {t('keys.revoked', { at: format.dateTime(revokedAt), reason: revokedReason ?? '' })}
          </p>
        )}
      </div>
      {revokedAt === null && onRevoke ? (
        <Button aria-label={t('keys.revokeOne', { name })} onClick={onRevoke}>
          {t('keys.revoke')}
        </Button>
      ) : null}
    </li>
  );
}
