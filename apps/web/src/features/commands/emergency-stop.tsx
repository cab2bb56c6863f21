import type { CommandRules } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Card } from '../../ui/page/card.tsx';
import styles from './commands.module.css';
import type { Level } from './level.ts';
import { ResumeDialog, StopDialog } from './stop-dialogs.tsx';

interface EmergencyStopProps {
  level: Level;
  rules: CommandRules;
}

/** Whether commands are sent, and the button that stops them or lets them go on. */
export function EmergencyStop({ level, rules: { stopped, stoppedAbove } }: EmergencyStopProps) {
  const { t } = useTranslation('commands');
  const format = useFormat();
  const [open, setOpen] = useState<'stop' | 'resume'>();
  const ofPlatform = useMay('platform.manage');
  const close = () => setOpen(undefined);
  return (
    <Card title={t('switch.title')}>
      <div className={styles.stack}>
        {stoppedAbove ? (
          <p className={styles.stopped}>
            {t('switch.above', { time: format.dateTime(stoppedAbove.at), reason: stoppedAbove.reason })}
          </p>
        ) : null}
        {stopped ? (
          <p className={styles.stopped}>
            {t('switch.stopped', {
              time: format.dateTime(stopped.at),
              name: stopped.by ?? t('used.gone'),
              reason: stopped.reason,
            })}
          </p>
        ) : null}
        {stopped || stoppedAbove ? null : <p>{t('switch.running')}</p>}
        {stopped?.byPlatform && !ofPlatform ? (
          <p>{t('switch.byPlatform')}</p>
        ) : (
          <div className={styles.buttons}>
            <Button kind={stopped ? 'plain' : 'primary'} onClick={() => setOpen(stopped ? 'resume' : 'stop')}>
              {stopped ? t('switch.resume') : t('switch.stop')}
            </Button>
          </div>
        )}
      </div>
      {open === 'stop' ? <StopDialog level={level} onClose={close} /> : null}
      {open === 'resume' && stopped ? (
        <ResumeDialog level={level} stoppedAt={stopped.at} onClose={close} />
      ) : null}
    </Card>
  );
}
