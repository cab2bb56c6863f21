import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { ConnectPanel } from './connect/connect-panel.tsx';
import type { ConnectedDevice } from './connect/connected-device.ts';
import styles from './devices.module.css';

interface DeviceSecretProps {
  device: ConnectedDevice;
  secret: string;
  /** What becomes of the secret of before. */
  hint?: string | undefined;
  onClose: () => void;
}

/** A new secret of a device, which the server tells once, with lines that use it. */
export function DeviceSecret({ device, secret, hint, onClose }: DeviceSecretProps) {
  const { t } = useTranslation('devices');
  return (
    <Modal
      open
      width={720}
      title={t('add.secretTitle', { sn: device.sn })}
      okText={t('add.kept')}
      footer={(_, { OkBtn }) => <OkBtn />}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      onOk={onClose}
    >
      <p>{t('add.secret')}</p>
      {hint === undefined ? null : <p>{hint}</p>}
      <p className={styles.secret}>
        <code>{secret}</code>
        <CopyButton text={secret} />
      </p>
      <ConnectPanel device={device} secret={secret} />
    </Modal>
  );
}
