import { LIMITS } from '@sunfleet/contract';
import { Alert, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/call/failure-text.ts';
import { DropZone } from '../../../ui/form/drop-zone.tsx';
import { Card } from '../../../ui/page/card.tsx';
import styles from '../firmware.module.css';
import { useFirmwareWords } from '../use-firmware-words.ts';
import type { UploadState } from './use-upload.ts';

/** Takes the image and shows how far it is. */
export function ImageStep({ state, onFile }: { state: UploadState; onFile: (file: File) => void }) {
  const { t } = useTranslation('firmware');
  const { t: common } = useTranslation('common');
  const words = useFirmwareWords();
  const size = words.size(LIMITS.firmwareBytes);
  const tooLarge = state.at === 'tooLarge' ? t('upload.tooLarge', { size }) : undefined;
  const trouble = state.at === 'failed' ? failureText(state.error, common) : tooLarge;
  const name = state.at === 'tooLarge' || state.at === 'failed' ? state.name : '';
  return (
    <Card title={t('upload.image')}>
      <div className={styles.stack}>
        {trouble ? <Alert type="error" showIcon title={name} description={trouble} role="alert" /> : null}
        {state.at === 'sending' ? (
          <div role="status">
            <p>{t('upload.sending', { name: state.name })}</p>
            <Progress
              percent={Math.floor(state.share * 100)}
              aria-label={t('upload.sending', { name: state.name })}
            />
          </div>
        ) : (
          <DropZone title={t('upload.drop')} hint={t('upload.limit', { size })} accept="" onFile={onFile} />
        )}
        {state.at === 'there' ? (
          <>
            <p>{`${state.image.fileName} (${words.size(state.image.bytes)})`}</p>
            <p className={styles.code}>SHA-256: {state.image.sha256}</p>
          </>
        ) : null}
      </div>
    </Card>
  );
}
