import {
  BellOutlined,
  CheckOutlined,
  EditOutlined,
  EyeInvisibleOutlined,
  UndoOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { Alarm, AlarmHandling } from '@sunfleet/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useMay } from '../../../lib/session/session-context.tsx';
import styles from '../alarm.module.css';
import { ALARM_READS } from './alarm-reads.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { HandleDialog, type HandlingStep } from './handle-dialog.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { ShieldDialog } from './shield-dialog.tsx';

/** What leads on from each handling. */
export const STEPS_FROM: Readonly<Record<AlarmHandling, readonly HandlingStep[]>> = {
  unhandled: ['confirm', 'process'],
  confirmed: ['process', 'reopen'],
  processed: ['reopen'],
};

/** What the account may do with these steps. */
export function useMaySteps(): ReadonlySet<HandlingStep> {
  const confirm = useMay('alarms.confirm');
  const process = useMay('alarms.process');
  return new Set<HandlingStep>([
    ...(confirm ? (['confirm'] as const) : []),
    ...(process ? (['process', 'reopen'] as const) : []),
  ]);
}

/** What can be done about one alarm. */
export function AlarmActions({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms');
  const mayNote = useMay('alarms.confirm');
  const mayShield = useMay('alarms.shieldTemporarily');
  const mayAssign = useMay('alarms.process');
  const maySteps = useMaySteps();
  const [open, setOpen] = useState<HandlingStep | 'note' | 'shield' | 'assign'>();
  const close = () => setOpen(undefined);
  const end = useAction('endAlarmShield', { invalidates: ALARM_READS });
  const { shield } = alarm;
  const ends = shield && alarm.recoveredAt === null ? shield : null;
  return (
    <div className={styles.actions}>
      {STEPS_FROM[alarm.handling]
        .filter((step) => maySteps.has(step))
        .map((step, i) => (
          <Button
            key={step}
            type={i === 0 && step !== 'reopen' ? 'primary' : 'default'}
            icon={step === 'reopen' ? <UndoOutlined aria-hidden /> : <CheckOutlined aria-hidden />}
            onClick={() => setOpen(step)}
          >
            {t(`handling.${step}`)}
          </Button>
        ))}
      {mayAssign && alarm.station ? (
        <Button icon={<UserOutlined aria-hidden />} onClick={() => setOpen('assign')}>
          {t('assign.do')}
        </Button>
      ) : null}
      {mayShield && !shield && alarm.station ? (
        <Button icon={<EyeInvisibleOutlined aria-hidden />} onClick={() => setOpen('shield')}>
          {t('shield.do')}
        </Button>
      ) : null}
      {mayShield && ends ? (
        <Button
          icon={<BellOutlined aria-hidden />}
          loading={end.isPending}
          onClick={() => end.mutate({ params: { id: ends.id } })}
        >
          {t('shield.endNow')}
        </Button>
      ) : null}
      {mayNote ? (
        <Button icon={<EditOutlined aria-hidden />} onClick={() => setOpen('note')}>
          {t('handling.addNote')}
        </Button>
      ) : null}
      {open === 'note' ? <NoteDialog alarmId={alarm.id} onClose={close} /> : null}
      {open === 'shield' ? <ShieldDialog alarms={[alarm]} onClose={close} /> : null}
      {open === 'assign' ? <AssignDialog alarms={[alarm]} onClose={close} /> : null}
      {open && open !== 'note' && open !== 'shield' && open !== 'assign' ? (
        <HandleDialog step={open} ids={[alarm.id]} onClose={close} />
      ) : null}
    </div>
  );
}
