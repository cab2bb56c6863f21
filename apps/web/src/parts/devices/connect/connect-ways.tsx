import type { DeviceEndpoints } from '@sunfleet/contract';
import {
  type ConnectTarget,
  curlLine,
  homeAssistantConfiguration,
  mosquittoLine,
  telegrafConfiguration,
} from '@sunfleet/device-model';
import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectedDevice } from './connected-device.ts';
import { CopyBlock } from './copy-block.tsx';
import { StickSettings } from './stick-settings.tsx';
import styles from './connect.module.css';

interface ConnectWaysProps {
  device: ConnectedDevice;
  endpoints: DeviceEndpoints;
  /** Empty while it is not known: the lines then name what to put in its place. */
  secret: string;
  /** Where it can be pasted; a stick needs none. */
  secretField: ReactNode;
}

/** Names of programs and protocols, the same in every language. */
const NAMES = { mqtt: 'MQTT', http: 'HTTP', telegraf: 'Telegraf', homeAssistant: 'Home Assistant' } as const;
type Way = keyof typeof NAMES;

/** Each way in with what to copy. A logger stick comes by its own protocol first. */
export function ConnectWays({ device, endpoints, secret, secretField }: ConnectWaysProps) {
  const { t } = useTranslation('connect');
  const target: ConnectTarget = {
    sn: device.sn,
    secret: secret || t('placeholder'),
    organisation: endpoints.organisation,
    url: endpoints.url,
    mqtt: endpoints.mqtt ?? undefined,
  };
  const ways: Readonly<Record<Way, ReactNode>> = {
    mqtt: <Mqtt target={target} />,
    http: <Shell text={curlLine(target)} tls={target.url.startsWith('https')} authority="--cacert ca.pem" />,
    telegraf: <Configuration hint={t('telegraf')} text={telegrafConfiguration(target)} />,
    homeAssistant: <Configuration hint={t('homeAssistant')} text={homeAssistantConfiguration(target)} />,
  };
  const stick = {
    key: 'stick',
    label: t('stick.tab'),
    children: <StickSettings deviceId={device.id} v5={endpoints.v5} />,
  };
  return (
    <Tabs
      className={styles.tabs}
      size="small"
      items={[
        ...(device.kind === 'logger' ? [stick] : []),
        ...(Object.keys(NAMES) as Way[]).map((way) => ({
          key: way,
          label: NAMES[way],
          children: (
            <div className={styles.way}>
              {secretField}
              {ways[way]}
            </div>
          ),
        })),
      ]}
    />
  );
}

function Mqtt({ target }: { target: ConnectTarget }) {
  const { t } = useTranslation('connect');
  const line = mosquittoLine(target);
  if (line === undefined) return <p>{t('mqttUnknown')}</p>;
  return <Shell text={line} tls={target.mqtt?.tls ?? false} authority="--cafile ca.pem" />;
}

/** A command line. A certificate of an authority of one's own has to be named to it. */
function Shell({ text, tls, authority }: { text: string; tls: boolean; authority: string }) {
  const { t } = useTranslation('connect');
  return (
    <>
      <p className={styles.hint}>{t('shell')}</p>
      <CopyBlock text={text} />
      {tls ? <p className={styles.hint}>{t('authority', { option: authority })}</p> : null}
    </>
  );
}

function Configuration({ hint, text }: { hint: string; text: string }) {
  return (
    <>
      <p className={styles.hint}>{hint}</p>
      <CopyBlock text={text} />
    </>
  );
}
