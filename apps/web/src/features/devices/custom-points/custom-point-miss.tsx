import type { CustomPoint } from '@sunfleet/contract';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { NearMiss } from '../../../parts/points/near-miss.tsx';

interface CustomPointMissProps {
  row: CustomPoint;
  /** Left out for those who may only look. */
  onRecord: ((key: string) => void) | undefined;
}

/** What was meant by a key, while some device's is still recorded as it comes. */
export function CustomPointMiss({ row, onRecord }: CustomPointMissProps) {
  const { t } = useTranslation('points');
  const { recordings, recordingCount, deviceCount } = row;
  if (recordings[0]?.device === null || recordingCount >= deviceCount) return null;
  const offer = (meant: string) => (
    <Button size="small" onClick={() => onRecord?.(row.key)}>
      {t('record.offer', { key: meant })}
    </Button>
  );
  return <NearMiss point={row} {...(onRecord ? { action: offer } : {})} />;
}
