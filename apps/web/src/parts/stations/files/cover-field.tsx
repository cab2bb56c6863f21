import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../lib/load-chunk.ts';
import { Button } from '../../../ui/form/button.tsx';
import { ChooseFiles } from '../../../ui/form/choose-files.tsx';
import { useObjectUrl } from '../../files/use-object-url.ts';
import styles from '../../files/files.module.css';

const CropDialog = lazyPart(() => import('./crop-dialog.tsx').then((part) => part.CropDialog));

interface CoverFieldProps {
  /** The photo as it is now. */
  photo: Blob | undefined;
  alt: string;
  busy?: boolean;
  onPhoto: (photo: Blob | undefined) => void;
}

/** The photo that stands for a station: chosen, cut to 4:3, shown, removed. */
export function CoverField({ photo, alt, busy = false, onPhoto }: CoverFieldProps) {
  const { t } = useTranslation('stations');
  const [chosen, setChosen] = useState<File>();
  const url = useObjectUrl(photo);
  return (
    <div className={styles.cover}>
      <span className={styles.label}>{t('files.cover')}</span>
      {url ? <img className={styles.photo} src={url} alt={alt} /> : null}
      <div className={styles.buttons}>
        <ChooseFiles
          label={t('files.chooseCover')}
          accept="image/jpeg,image/png,image/webp,image/*"
          disabled={busy}
          onFiles={([file]) => setChosen(file)}
        />
        {photo ? (
          <Button busy={busy} onClick={() => onPhoto(undefined)}>
            {t('files.remove')}
          </Button>
        ) : null}
      </div>
      <p className={styles.hint}>{t('files.coverHint')}</p>
      <Suspense fallback={null}>
        {chosen ? (
          <CropDialog
            file={chosen}
            onClose={() => setChosen(undefined)}
            onCropped={(cropped) => {
              setChosen(undefined);
              onPhoto(cropped);
            }}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
