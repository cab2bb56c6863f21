import { ADDRESSES, firmwareAddress } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useAction } from '../../../lib/call/use-action.ts';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Page } from '../../../ui/page/page.tsx';
import styles from '../firmware.module.css';
import { ClaimsStep } from './claims-step.tsx';
import { claimsOf, draftFaults, EMPTY_DRAFT, type DraftField } from './firmware-draft.ts';
import { ImageStep } from './image-step.tsx';
import { SignatureStep } from './signature-step.tsx';
import { useUpload } from './use-upload.ts';

/** From an image to a draft of the library: the image, what it is for, and the signature over both. */
export function UploadFirmwarePage() {
  const { t } = useTranslation(['firmware', 'rules']);
  const navigate = useNavigate();
  const upload = useUpload();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [touched, setTouched] = useState<ReadonlySet<DraftField>>(new Set());
  const [keyId, setKeyId] = useState('');
  const [signature, setSignature] = useState('');
  const create = useAction('createFirmware', {
    quiet: true,
    invalidates: ['listFirmware', 'listFirmwareKeys'],
    onDone: ({ id }) => void navigate(firmwareAddress(id)),
  });
  const image = upload.state.at === 'there' ? upload.state.image : undefined;
  const faults = draftFaults(draft);
  const claims = claimsOf(draft);
  const isWhole = image !== undefined && faults.size === 0;
  const wrong = fieldErrors(create.error, { firmwareSignatureWrong: 'signature' });
  const errorOf = (field: DraftField) => {
    const rule = faults.get(field);
    return rule && touched.has(field) ? t(rule, { ns: 'rules' }) : undefined;
  };
  return (
    <Page
      title={t('upload.title')}
      subtitle={t('upload.subtitle')}
      route="createFirmware"
      help="firmware"
      breadcrumb={<Link to={ADDRESSES.firmware}>{t('title')}</Link>}
    >
      <div className={styles.page}>
        <ImageStep state={upload.state} onFile={upload.send} />
        <ClaimsStep
          draft={draft}
          onDraft={setDraft}
          errorOf={errorOf}
          onLeave={(field) => setTouched(new Set([...touched, field]))}
        />
        <SignatureStep
          claims={isWhole ? { ...claims, bytes: image.bytes, sha256: image.sha256 } : undefined}
          keyId={keyId}
          signature={signature}
          onKey={setKeyId}
          onSignature={setSignature}
          error={wrong['signature']}
        />
        <FormFailure error={wrong['signature'] ? null : create.error} />
        <div>
          <Button
            kind="primary"
            busy={create.isPending}
            disabled={!isWhole || keyId === '' || signature.trim() === ''}
            onClick={() =>
              image &&
              create.mutate({
                body: {
                  ...claims,
                  models: [...claims.models],
                  hardware: [...claims.hardware],
                  uploadId: image.uploadId,
                  keyId: Number(keyId),
                  signature: signature.trim(),
                },
              })
            }
          >
            {t('upload.save')}
          </Button>
        </div>
      </div>
    </Page>
  );
}
