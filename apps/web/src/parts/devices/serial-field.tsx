import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../lib/load-chunk.ts';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';

const ScanPanel = lazyPart(() => import('./scan/scan-panel.tsx').then((part) => part.ScanPanel));

interface SerialFieldProps {
  label: string;
  hint: string;
  value: string;
  error: string | undefined;
  onChange: (sn: string) => void;
  onBlur?: () => void;
}

/** A serial number, typed or read off the label. */
export function SerialField({ label, hint, value, error, onChange, onBlur }: SerialFieldProps) {
  const { t } = useTranslation('connect');
  const [scanning, setScanning] = useState(false);
  return (
    <>
      <Field
        label={label}
        value={value}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={hint}
        error={error}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        end={
          scanning ? null : (
            <Button kind="quiet" onClick={() => setScanning(true)}>
              {t('scan.start')}
            </Button>
          )
        }
      />
      {scanning ? (
        <Suspense fallback={<p role="status">{t('scan.starting')}</p>}>
          <ScanPanel
            onFound={(sn) => {
              onChange(sn);
              setScanning(false);
            }}
            onClose={() => setScanning(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
