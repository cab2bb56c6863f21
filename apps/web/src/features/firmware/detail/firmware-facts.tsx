import { firmwareStatement, type Firmware } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useMayCall } from '../../../lib/session/session-context.tsx';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { Card } from '../../../ui/page/card.tsx';
import styles from '../firmware.module.css';
import { useFirmwareWords } from '../use-firmware-words.ts';

/** What a firmware is for, and what proves where it comes from. */
export function FirmwareFacts({ firmware }: { firmware: Firmware }) {
  const { t } = useTranslation('firmware');
  const format = useFormat();
  const words = useFirmwareWords();
  const mayManage = useMayCall('createFirmware');
  const { component, models, hardware, fileName, bytes, sha256, signature, key } = firmware;
  const rows: readonly (readonly [string, string])[] = [
    [t('field.component'), t(`component.${component}`)],
    [t('field.models'), models.join(', ')],
    [t('field.hardware'), hardware.length > 0 ? hardware.join(', ') : t('hardwareAny')],
    [t('field.range'), words.range(firmware)],
    ...(mayManage ? [[t('field.allowed'), words.allowed(firmware)] as const] : []),
    [t('field.createdAt'), format.dateTime(firmware.createdAt)],
    ...(firmware.releasedAt === null
      ? []
      : [[t('field.releasedAt'), format.dateTime(firmware.releasedAt)] as const]),
    [t('field.file'), `${fileName} (${words.size(bytes)})`],
  ];
  return (
    <>
      <Card title={t('applies')}>
        <dl className={styles.facts}>
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card title={t('proof')}>
        <div className={styles.stack}>
          <p>{t(key.revoked ? 'signedByRevoked' : 'signedBy', { name: key.name })}</p>
          <p className={styles.muted}>{t('statementHint')}</p>
          <pre className={styles.statement}>{firmwareStatement(firmware)}</pre>
          <p className={styles.code}>
            SHA-256: {sha256} <CopyButton text={sha256} inline />
          </p>
          <p className={styles.code}>
            Ed25519: {signature} <CopyButton text={signature} inline />
          </p>
        </div>
      </Card>
    </>
  );
}
