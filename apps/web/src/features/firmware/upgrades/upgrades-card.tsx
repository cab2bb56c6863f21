import { type Firmware, type FirmwareUpgrade, LIMITS, UPGRADE_DEVICE_STATES } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useNow } from '../../../lib/time/use-now.ts';
import { UpgradeBadge } from '../../../parts/firmware/upgrade-state.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { Loaded } from '../../../ui/page/page.tsx';
import styles from '../firmware.module.css';
import { StartDialog } from './start-dialog.tsx';
import { LOOK_MS, UpgradeDevices } from './upgrade-devices.tsx';

const MINUTE_MS = 60_000;

/** Upgrades with a firmware: a new one is proposed here, and each is seen on its way. */
export function UpgradesCard({ firmware }: { firmware: Firmware }) {
  const { t } = useTranslation('firmware');
  const [starts, setStarts] = useState(false);
  const [chosen, setChosen] = useState<number>();
  const upgrades = useCall(
    'listFirmwareUpgrades',
    { query: { firmwareId: firmware.id } },
    { refetchMs: LOOK_MS },
  );
  const { state, key } = firmware;
  const isUsable = (state === 'released' || state === 'inTest') && !key.revoked;
  const open = () => setStarts(true);
  return (
    <Card
      title={t('upgrades.name')}
      extra={isUsable ? <Button onClick={open}>{t('upgrades.open')}</Button> : null}
    >
      <Loaded loading={upgrades}>
        {upgrades.data?.length === 0 ? <p className={styles.muted}>{t('upgrades.none')}</p> : null}
        <ul className={styles.rows}>
          {upgrades.data?.map((upgrade) => (
            <li key={upgrade.id} className={styles.stack}>
              <Head
                upgrade={upgrade}
                isOpen={chosen === upgrade.id}
                onOpen={() => setChosen(chosen === upgrade.id ? undefined : upgrade.id)}
              />
              {chosen === upgrade.id ? (
                <UpgradeDevices id={upgrade.id} open={upgrade.endedAt === null} />
              ) : null}
            </li>
          ))}
        </ul>
      </Loaded>
      {starts ? <StartDialog firmware={firmware} onClose={() => setStarts(false)} /> : null}
    </Card>
  );
}

interface HeadProps {
  upgrade: FirmwareUpgrade;
  isOpen: boolean;
  onOpen: () => void;
}

function Head({ upgrade, isOpen, onOpen }: HeadProps) {
  const { t } = useTranslation(['firmware', 'runs']);
  const format = useFormat();
  const done = { invalidates: ['listFirmwareUpgrades', 'listFirmwareUpgradeDevices'] } as const;
  const stop = useAction('stopFirmwareUpgrade', done);
  const retry = useAction('retryFirmwareUpgrade', done);
  const { id, devices, state, by, createdAt, endedAt } = upgrade;
  const input = { params: { id } };
  const counts = UPGRADE_DEVICE_STATES.filter((name) => devices[name]).map(
    (name) => `${t(`firmware:upgrades.deviceState.${name}`)}: ${format.number(devices[name]!, 0)}`,
  );
  const bad = ['failed', 'timedOut', 'rolledBack', 'stopped'] as const;
  const now = useNow(MINUTE_MS);
  const isOld = endedAt !== null && endedAt + LIMITS.approvedRunMs < now;
  return (
    <div className={styles.row}>
      <span>{format.dateTime(createdAt)}</span>
      <UpgradeBadge state={state} />
      <span aria-live="polite">{counts.join(' · ')}</span>
      <span className={styles.muted}>{by?.name ?? t('runs:gone')}</span>
      <span className={styles.buttons}>
        <Button aria-expanded={isOpen} onClick={onOpen}>
          {t('firmware:upgrades.devices')}
        </Button>
        {endedAt === null && state === 'executing' ? (
          <Button disabled={stop.isPending} onClick={() => stop.mutate(input)}>
            {t('runs:stop')}
          </Button>
        ) : null}
        {endedAt !== null && !isOld && bad.some((name) => devices[name]) ? (
          <Button disabled={retry.isPending} onClick={() => retry.mutate(input)}>
            {t('runs:retry')}
          </Button>
        ) : null}
      </span>
    </div>
  );
}
