import { Modal } from 'antd';
import { useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { useTranslation } from 'react-i18next';
import { type PicturePart, shrinkPicture } from '../../files/shrink-picture.ts';
import { useObjectUrl } from '../../files/use-object-url.ts';
import styles from '../../files/files.module.css';

interface CropDialogProps {
  file: File;
  onCropped: (photo: Blob) => void;
  onClose: () => void;
}

const SHAPE = 4 / 3;

/** The part of a photo that stands for a station: dragged, zoomed, or moved by keys. */
export function CropDialog({ file, onCropped, onClose }: CropDialogProps) {
  const { t } = useTranslation('stations');
  const url = useObjectUrl(file);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [part, setPart] = useState<PicturePart>();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const use = () => {
    setBusy(true);
    shrinkPicture(file, part)
      .then(onCropped, () => setFailed(true))
      .finally(() => setBusy(false));
  };
  return (
    <Modal
      open
      title={t('files.cropTitle')}
      okText={t('files.useCover')}
      okButtonProps={{ disabled: failed || !part }}
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={use}
      onCancel={onClose}
    >
      {failed ? (
        <p role="alert">{t('files.unreadable')}</p>
      ) : (
        <>
          <div className={styles.cropper}>
            {url ? (
              <Cropper
                image={url}
                crop={crop}
                zoom={zoom}
                aspect={SHAPE}
                disableAutomaticStylesInjection
                mediaProps={{ alt: '', onError: () => setFailed(true) }}
                cropperProps={{ role: 'group', 'aria-label': t('files.crop') }}
                onCropChange={setCrop}
                onZoomChange={setZoom}
                onCropComplete={(_, pixels) => setPart(pixels)}
              />
            ) : null}
          </div>
          <label className={styles.zoom}>
            {t('files.zoom')}
            <input
              type="range"
              min={1}
              max={3}
              step={0.05}
              value={zoom}
              onChange={(event) => setZoom(Number(event.target.value))}
            />
          </label>
          <p className={styles.hint}>{t('files.cropHint')}</p>
        </>
      )}
    </Modal>
  );
}
