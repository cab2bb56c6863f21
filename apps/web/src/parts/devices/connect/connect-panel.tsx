import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { Field } from '../../../ui/form/field.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import { ConnectWays } from './connect-ways.tsx';
import type { ConnectedDevice } from './connected-device.ts';
import { FirstSample } from './first-sample.tsx';
import styles from './connect.module.css';

interface ConnectPanelProps {
  device: ConnectedDevice;
  /** As the server told it a moment ago. Without it, people may type it, and it stays in the page. */
  secret?: string;
}

/** How to let a device send to this server, with lines to copy, and whether something arrived. */
export function ConnectPanel({ device, secret }: ConnectPanelProps) {
  const { t } = useTranslation('connect');
  const [typed, setTyped] = useState('');
  const { id, parent } = device;
  const endpoints = useCall('getDeviceEndpoints', { params: { id } }, { enabled: parent === null });
  const field = (
    <Field
      label={t('secret')}
      hint={t('secretHint')}
      value={typed}
      maxLength={64}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setTyped(event.target.value.trim())}
    />
  );
  return (
    <div className={styles.panel}>
      <FirstSample device={device} />
      {parent ? <p>{t('behind', { sn: parent.sn })}</p> : null}
      {endpoints.error ? <ErrorState error={endpoints.error} onRetry={endpoints.refetch} /> : null}
      {endpoints.isLoading ? <SkeletonBlock lines={6} /> : null}
      {endpoints.data ? (
        <>
          {endpoints.data.onlyHere ? <p className={styles.warning}>{t('onlyHere')}</p> : null}
          <ConnectWays
            device={device}
            endpoints={endpoints.data}
            secret={secret ?? typed}
            secretField={secret === undefined ? field : null}
          />
        </>
      ) : null}
    </div>
  );
}
