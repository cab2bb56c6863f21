import { type DeviceDetail, type DeviceDispute, LIMITS } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { useMayAddDevice, useMayAtStation } from '../../../parts/devices/add-device.tsx';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { showNotice } from '../../../ui/notice/notice-store.ts';
import { Card } from '../../../ui/page/card.tsx';
import styles from './detail.module.css';

/** What others say about whose the device is, for who may answer it. */
export function DeviceDisputes({ device }: { device: DeviceDetail }) {
  return device.station ? <OfDevice device={device} stationId={device.station.id} /> : null;
}

function OfDevice({ device, stationId }: { device: DeviceDetail; stationId: number }) {
  const { t } = useTranslation('disputes');
  const enabled = useMayAddDevice(stationId);
  const mayRelease = useMayAtStation(stationId, 'devices.delete');
  const read = useCall('listDeviceDisputes', { params: { id: device.id } }, { enabled });
  const rows = enabled ? (read.data ?? []) : [];
  if (rows.length === 0) return null;
  return (
    <Card title={t('held.title')}>
      <p role="status">{t('held.hint')}</p>
      {rows.map((dispute) => (
        <Held key={dispute.id} device={device} dispute={dispute} mayRelease={mayRelease} />
      ))}
    </Card>
  );
}

interface HeldProps {
  device: DeviceDetail;
  dispute: DeviceDispute;
  mayRelease: boolean;
}

function Held({ device: { id, sn }, dispute, mayRelease }: HeldProps) {
  const { t } = useTranslation('disputes');
  const [answer, setAnswer] = useState<string>();
  const [releasing, setReleasing] = useState(false);
  const reply = useAction('replyToDispute', {
    invalidates: ['listDeviceDisputes'],
    onDone: () => {
      setAnswer(undefined);
      showNotice('success', t('held.sent'));
    },
  });
  const text = answer ?? dispute.answer ?? '';
  const params = { id };
  return (
    <div className={styles.dispute}>
      <blockquote>{dispute.reason}</blockquote>
      <p>
        {t('proof.title')}: {t(`proof.${dispute.proof}`)}
      </p>
      <TextArea
        label={t('held.answer')}
        value={text}
        maxLength={LIMITS.disputeWords}
        onChange={(event) => setAnswer(event.target.value)}
      />
      <div className={styles.decide}>
        <Button
          kind="primary"
          busy={reply.isPending}
          disabled={answer === undefined || answer.trim() === ''}
          onClick={() => reply.mutate({ params, body: { disputeId: dispute.id, answer: text.trim() } })}
        >
          {t('held.send')}
        </Button>
        {mayRelease ? <Button onClick={() => setReleasing(true)}>{t('held.release')}</Button> : null}
      </div>
      {releasing ? (
        <Release id={id} sn={sn} disputeId={dispute.id} onClose={() => setReleasing(false)} />
      ) : null}
    </div>
  );
}

interface ReleaseProps {
  id: number;
  sn: string;
  disputeId: number;
  onClose: () => void;
}

function Release({ id, sn, disputeId, onClose }: ReleaseProps) {
  const { t } = useTranslation('disputes');
  const release = useAction('releaseDispute', {
    quiet: true,
    invalidates: ['listDeviceDisputes', 'listDevices', 'getDevice', 'getStation'],
    onDone: onClose,
  });
  return (
    <ActionDialog
      title={t('held.releaseTitle', { sn })}
      okText={t('held.release')}
      danger
      busy={release.isPending}
      error={release.error}
      onOk={() => release.mutate({ params: { id }, body: { disputeId } })}
      onClose={onClose}
    >
      <p>{t('held.releaseText')}</p>
    </ActionDialog>
  );
}
