import { type ChangeEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/form/button.tsx';
import { openReader } from './read-codes.ts';
import { serialIn } from './serial-in.ts';
import { useCamera } from './use-camera.ts';
import styles from './scan.module.css';

interface ScanPanelProps {
  onFound: (sn: string) => void;
  onClose: () => void;
}

/** Finds a serial number on a label by the camera, or in a picture where there is no camera. Typing stays possible beside it. */
export function ScanPanel({ onFound, onClose }: ScanPanelProps) {
  const { t } = useTranslation('connect');
  const [found, setFound] = useState<readonly string[]>([]);
  const [fruitless, setFruitless] = useState(false);
  const take = (texts: readonly string[]): boolean => {
    const serials = [...new Set(texts.flatMap((text) => serialIn(text) ?? []))];
    if (serials.length === 1) onFound(serials[0]!);
    else setFound(serials);
    return serials.length > 0;
  };
  const { video, state } = useCamera(take);
  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    setFruitless(false);
    const texts = await openReader()
      .then((reader) => reader(file))
      .catch(() => []);
    if (!take(texts)) setFruitless(true);
  };
  return (
    <div className={styles.scan}>
      {state === 'off' ? null : (
        <video ref={video} className={styles.video} muted playsInline aria-label={t('scan.view')} />
      )}
      <p role="status">{t(fruitless ? 'scan.nothing' : `scan.${state}`)}</p>
      {found.length > 1 ? (
        <div className={styles.choices} role="group" aria-label={t('scan.several')}>
          <p>{t('scan.several')}</p>
          {found.map((sn) => (
            <Button key={sn} onClick={() => onFound(sn)}>
              {sn}
            </Button>
          ))}
        </div>
      ) : null}
      <div className={styles.choices}>
        <label className={styles.picture}>
          {t('scan.picture')}
          <input
            type="file"
            accept="image/*"
            className="visually-hidden"
            onChange={(event) => void read(event)}
          />
        </label>
        <Button onClick={onClose}>{t('scan.close')}</Button>
      </div>
    </div>
  );
}
