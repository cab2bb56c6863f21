import { ADDRESSES, stationAddress } from '@sunfleet/contract';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { LeadOn } from '../../../lib/lead-on.tsx';
import { lazyPart } from '../../../lib/load-chunk.ts';
import { useAccount } from '../../../lib/session/session-context.tsx';
import { integerField, useUrlState } from '../../../lib/url-state.ts';
import { AddDevice, useMayAddDevice } from '../../../parts/devices/add-device.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { Loaded, Page } from '../../../ui/page/page.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';
import { ConnectLogger } from '../wizard/connect-logger.tsx';
import { StationWizard } from '../wizard/station-wizard.tsx';
import { WizardProgress } from '../wizard/wizard-progress.tsx';
import { begunStation } from './begun-station.ts';
import styles from './first-steps.module.css';

const ConnectPanel = lazyPart(() =>
  import('../../../parts/devices/connect/connect-panel.tsx').then((part) => part.ConnectPanel),
);

/** `step` counts the steps of the station, from 0; `station` is set once it is there. */
const FIELDS = { step: integerField(0), station: integerField(undefined) };
const STEPS = ['basics', 'place', 'details', 'logger', 'data'] as const;
const DEVICE_STEP = 3;
const DATA_STEP = 4;

/** A new account's way to its first data on one page: the station, its device, then the first sample. Nobody who has stations is led here. */
export function FirstStepsPage() {
  const { t } = useTranslation(['stations', 'rules']);
  const [{ station }] = useUrlState(FIELDS);
  const all = useCall('listStations', { query: { pageSize: 1 } }, { enabled: station === undefined });
  return (
    <Page
      help="addStation"
      title={t('firstSteps.title')}
      subtitle={t('firstSteps.hint')}
      permission="stations.create"
      actions={<Link to={ADDRESSES.stations}>{t('wizard.later')}</Link>}
    >
      {station === undefined ? (
        <Loaded loading={all}>{all.data ? <FirstStation before={all.data.total} /> : null}</Loaded>
      ) : (
        <FirstDevice stationId={station} />
      )}
    </Page>
  );
}

/** `before`: stations that the account may see; what was so at first counts, because its own new one is soon among them. */
function FirstStation({ before }: { before: number }) {
  const [had] = useState(before > 0);
  const [{ step }, set] = useUrlState(FIELDS);
  const { id: accountId } = useAccount();
  const at = Math.min(step, DEVICE_STEP - 1);
  if (had) return <LeadOn to={ADDRESSES.stations} />;
  return (
    <>
      <WizardProgress at={at} steps={STEPS} />
      <StationWizard
        step={at}
        onStep={(next) => set({ step: next }, { push: true })}
        onCreated={(id) => {
          begunStation(accountId).set(id);
          set({ station: id, step: 0 });
        }}
      />
    </>
  );
}

/** Its logger or another device, then what comes of it. Where a device is there already, the page goes on with that. */
function FirstDevice({ stationId }: { stationId: number }) {
  const { t } = useTranslation('stations');
  const [connected, setConnected] = useState(false);
  const station = useCall('getStation', { params: { id: stationId } });
  const devices = useCall('listDevices', {
    query: { stationId, pageSize: 1, sort: 'kind', order: 'asc' },
  });
  const mayAdd = useMayAddDevice(stationId);
  const device = devices.data?.rows[0];
  return (
    <Loaded loading={station}>
      <WizardProgress at={connected || device ? DATA_STEP : DEVICE_STEP} steps={STEPS} />
      <div className={styles.stack}>
        <Loaded loading={devices}>
          {/* A form in use keeps its place, with what it says of the devices that it added. */}
          <LoggerUnless had={device !== undefined}>
            <ConnectLogger stationId={stationId} onConnected={() => setConnected(true)} />
          </LoggerUnless>
          {device && !connected ? (
            <Card title={t('firstSteps.device', { sn: device.sn })}>
              <Suspense fallback={<SkeletonBlock lines={6} />}>
                <ConnectPanel device={device} />
              </Suspense>
              <p>
                <Link to={stationAddress(stationId)}>{t('wizard.open')}</Link>
              </p>
            </Card>
          ) : null}
        </Loaded>
        {mayAdd && station.data ? (
          <Card title={t('firstSteps.other')}>
            <p className={styles.other}>{t('firstSteps.otherHint')}</p>
            <AddDevice station={{ id: stationId, name: station.data.name }} />
          </Card>
        ) : null}
      </div>
      <ForgetBegun stationId={stationId} when={typeof station.data?.live.lastDataAt === 'number'} />
    </Loaded>
  );
}

/** `had`: a device was there when the page began with it, which is not asked for again. */
function LoggerUnless({ had, children }: { had: boolean; children: ReactNode }) {
  const [hidden] = useState(had);
  return hidden ? null : children;
}

/** Once data came, nothing leads back here. */
function ForgetBegun({ stationId, when }: { stationId: number; when: boolean }) {
  const { id } = useAccount();
  useEffect(() => {
    const begun = begunStation(id);
    if (when && begun.get() === stationId) begun.set(undefined);
  }, [id, stationId, when]);
  return null;
}
