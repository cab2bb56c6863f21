import { firmwareStatement, type FirmwareClaims } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { download } from '../../../ui/chart/download.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Choice, Field } from '../../../ui/form/field.tsx';
import { Card } from '../../../ui/page/card.tsx';
import styles from '../firmware.module.css';

interface SignatureStepProps {
  /** Undefined: the image or what it is for is missing. */
  claims: FirmwareClaims | undefined;
  keyId: string;
  signature: string;
  onKey: (keyId: string) => void;
  onSignature: (signature: string) => void;
  error?: string | undefined;
}

/** Gives the text that is signed where the private key is, and takes the signature. */
export function SignatureStep({ claims, keyId, signature, onKey, onSignature, error }: SignatureStepProps) {
  const { t } = useTranslation('firmware');
  const keys = useCall('listFirmwareKeys', {});
  const usable = keys.data?.filter(({ revokedAt }) => revokedAt === null) ?? [];
  const statement = claims ? firmwareStatement(claims) : undefined;
  return (
    <Card title={t('upload.signature')}>
      <div className={styles.stack}>
        <p className={styles.muted}>{t('upload.signHint')}</p>
        {statement === undefined ? (
          <p>{t('upload.statementLater')}</p>
        ) : (
          <>
            <pre className={styles.statement}>{statement}</pre>
            <div>
              <Button onClick={() => download('statement.txt', new Blob([statement]))}>
                {t('upload.statement')}
              </Button>
            </div>
            <p className={styles.code}>
              openssl pkeyutl -sign -rawin -inkey private.pem -in statement.txt | base64 -w0
            </p>
          </>
        )}
        <div className={styles.fields}>
          <Choice
            label={t('upload.key')}
            value={keyId}
            options={[
              { value: '', label: t(usable.length === 0 ? 'keys.noneOther' : 'upload.chooseKey') },
              ...usable.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={onKey}
          />
          <Field
            label={t('upload.signatureField')}
            value={signature}
            error={error}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onSignature(event.target.value)}
          />
        </div>
      </div>
    </Card>
  );
}
