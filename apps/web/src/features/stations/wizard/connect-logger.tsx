import { claimCodeRule, type DeviceDetail, snRule, stationAddress } from '@sunfleet/contract';
import { type FormEvent, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAction } from '../../../lib/call/use-action.ts';
import { useFields } from '../../../lib/form/use-fields.ts';
import { lazyPart } from '../../../lib/load-chunk.ts';
import { ClaimCodeField } from '../../../parts/devices/claim-code-field.tsx';
import { SerialField } from '../../../parts/devices/serial-field.tsx';
import { asksForClaim } from '../../../parts/devices/device-draft.ts';
import { Copied } from '../../../ui/copy/copied.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';
import styles from './wizard.module.css';

const ConnectPanel = lazyPart(() =>
  import('../../../parts/devices/connect/connect-panel.tsx').then((part) => part.ConnectPanel),
);

const SerialsPanel = lazyPart(() =>
  import('../../../parts/devices/serials/serials-panel.tsx').then((part) => part.SerialsPanel),
);

interface Connected {
  device: DeviceDetail;
  /** Empty where the logger keeps the secret it already uses. */
  secret: string;
}

interface ConnectLoggerProps {
  stationId: number;
  /** A logger is there; its secret is shown. */
  onConnected?: () => void;
}

/** The logger of a station that was just added, by its serial number; or later. */
export function ConnectLogger({ stationId, onConnected }: ConnectLoggerProps) {
  const { t } = useTranslation('stations');
  const [connected, setConnected] = useState<Connected>();
  const [several, setSeveral] = useState(false);
  return (
    <Card title={t('wizard.loggerTitle')}>
      {connected ? (
        <div className={styles.logger}>
          <p role="status">{t('wizard.connected', { sn: connected.device.sn })}</p>
          {connected.secret ? (
            <p>
              {t('wizard.secretHint')} <Copied text={connected.secret} />
            </p>
          ) : null}
          <Suspense fallback={<SkeletonBlock lines={6} />}>
            <ConnectPanel
              device={connected.device}
              {...(connected.secret ? { secret: connected.secret } : {})}
            />
          </Suspense>
          <Button onClick={() => setConnected(undefined)}>{t('wizard.another')}</Button>
        </div>
      ) : several ? (
        <Suspense fallback={<SkeletonBlock lines={6} />}>
          <SerialsPanel station={{ id: stationId, name: t('wizard.loggerTitle') }} kind="logger" />
        </Suspense>
      ) : (
        <SnForm
          stationId={stationId}
          onConnected={(device) => {
            setConnected(device);
            onConnected?.();
          }}
        />
      )}
      {connected ? null : (
        <p className={styles.out}>
          <Button kind="quiet" onClick={() => setSeveral(!several)}>
            {t(several ? 'wizard.single' : 'wizard.several')}
          </Button>
        </p>
      )}
      <p className={styles.out}>
        <Link to={stationAddress(stationId, connected ? 'overview' : 'device')}>
          {t(connected ? 'wizard.open' : 'wizard.later')}
        </Link>
      </p>
    </Card>
  );
}

interface SnFormProps {
  stationId: number;
  onConnected: (connected: Connected) => void;
}

function SnForm({ stationId, onConnected }: SnFormProps) {
  const { t } = useTranslation('stations');
  // The field for the claim code comes with the question for it and stays.
  const [asked, setAsked] = useState(false);
  const add = useAction('addDevice', {
    quiet: true,
    invalidates: ['listDevices', 'getStation', 'listStations'],
    onDone: onConnected,
  });
  const fields = useFields({
    initial: { sn: '', claimCode: '' },
    rules: {
      sn: (sn) => snRule(sn.trim()),
      claimCode: (code) => (asked && code !== '' ? claimCodeRule(code) : undefined),
    },
    error: add.error,
    byKey: { snTaken: 'sn', deviceAlreadyBound: 'sn', wrongClaimCode: 'claimCode' },
  });
  if (!asked && asksForClaim(add.error)) setAsked(true);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const values = fields.submit();
    if (!values) return;
    const claimCode = values.claimCode.trim();
    const proof = claimCode === '' ? {} : { claimCode };
    add.mutate({ params: { id: stationId }, body: { sn: values.sn.trim(), kind: 'logger', ...proof } });
  };
  return (
    <form className={styles.logger} onSubmit={submit} noValidate>
      <SerialField
        label={t('wizard.sn')}
        hint={t('wizard.loggerHint')}
        value={fields.values.sn}
        error={fields.errorOf('sn')}
        onChange={(sn) => fields.set('sn', sn)}
        onBlur={() => (fields.values.sn ? fields.leave('sn') : undefined)}
      />
      {asked ? (
        <ClaimCodeField
          value={fields.values.claimCode}
          autoFocus
          error={fields.errorOf('claimCode')}
          onChange={(code) => fields.set('claimCode', code)}
        />
      ) : null}
      <FormFailure error={fields.rest} />
      <div>
        <Button kind="primary" type="submit" busy={add.isPending}>
          {t('wizard.connect')}
        </Button>
      </div>
    </form>
  );
}
