import { FIRMWARE_COMPONENTS } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Choice, Field } from '../../../ui/form/field.tsx';
import { Card } from '../../../ui/page/card.tsx';
import styles from '../firmware.module.css';
import type { DraftField, FirmwareDraft } from './firmware-draft.ts';

interface ClaimsStepProps {
  draft: FirmwareDraft;
  onDraft: (draft: FirmwareDraft) => void;
  errorOf: (field: DraftField) => string | undefined;
  onLeave: (field: DraftField) => void;
}

const TEXTS = ['name', 'version', 'models', 'hardware', 'fromVersion', 'toVersion'] as const;
const HINTED: ReadonlySet<string> = new Set(['models', 'hardware', 'fromVersion', 'toVersion']);

/** What the image is, and for what. */
export function ClaimsStep({ draft, onDraft, errorOf, onLeave }: ClaimsStepProps) {
  const { t } = useTranslation('firmware');
  const hintOf = (field: (typeof TEXTS)[number]) =>
    HINTED.has(field) ? t(`upload.hint.${field as 'models'}`) : undefined;
  return (
    <Card title={t('applies')}>
      <div className={styles.fields}>
        <Choice
          label={t('field.component')}
          value={draft.component}
          options={FIRMWARE_COMPONENTS.map((value) => ({ value, label: t(`component.${value}`) }))}
          onChange={(value) =>
            onDraft({
              ...draft,
              component: FIRMWARE_COMPONENTS.find((known) => known === value) ?? draft.component,
            })
          }
        />
        {TEXTS.map((field) => (
          <Field
            key={field}
            label={t(`field.${field}`)}
            value={draft[field]}
            hint={hintOf(field)}
            error={errorOf(field)}
            autoComplete="off"
            onChange={(event) => onDraft({ ...draft, [field]: event.target.value })}
            onBlur={() => onLeave(field)}
          />
        ))}
      </div>
    </Card>
  );
}
