import { MutedOutlined, SoundOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { soundAlarm, storedAlarmSound } from '../../lib/alarm-sound.ts';
import { useStored } from '../../lib/use-stored.ts';
import { showNotice } from '../../ui/notice/notice-store.ts';

/** Lets this browser sound for new emergencies, or no longer. Who switches it on hears it. */
export function AlarmSound() {
  const { t } = useTranslation('alarms');
  const isOn = useStored(storedAlarmSound);
  const change = async () => {
    storedAlarmSound.set(!isOn);
    if (!isOn && !(await soundAlarm())) showNotice('info', t('sound.refused'));
  };
  return (
    <Button
      icon={isOn ? <SoundOutlined aria-hidden /> : <MutedOutlined aria-hidden />}
      aria-pressed={isOn}
      title={t('sound.hint')}
      onClick={() => void change()}
    >
      {t('sound.title')}
    </Button>
  );
}
