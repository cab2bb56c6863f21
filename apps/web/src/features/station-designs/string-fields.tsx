import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { versionOf, type VersionDraft } from './design-draft.ts';
import styles from './design.module.css';
import { EMPTY_INVERTER, type InverterDraft } from './inverter-draft.ts';
import { InverterFields } from './inverter-fields.tsx';
import { StringNotes } from './string-notes.tsx';

interface StringFieldsProps {
  version: VersionDraft;
  errorAt: (place: string, always?: boolean) => string | undefined;
  onLeave: (place: string) => void;
  onChange: (version: VersionDraft) => void;
}

/** The inverters of a version, what hangs on their inputs, and what is unusual in it. */
export function StringFields({ version, errorAt, onLeave, onChange }: StringFieldsProps) {
  const { t } = useTranslation('station-designs');
  const { inverters, arrays } = version;
  const put = (next: readonly InverterDraft[]) => onChange({ ...version, inverters: next });
  const names = arrays.map(({ name }) => name.trim()).filter(Boolean);
  return (
    <details className={styles.more} open={inverters.length > 0 || undefined}>
      <summary>{t('strings')}</summary>
      <div className={styles.row}>
        {(['coldest', 'hottest'] as const).map((field) => (
          <Field
            key={field}
            label={t(`field.${field}`)}
            autoComplete="off"
            inputMode="decimal"
            value={version[field]}
            hint={t(`hint.${field}`)}
            error={errorAt(field)}
            onChange={(event) => onChange({ ...version, [field]: event.target.value })}
            onBlur={() => onLeave(field)}
          />
        ))}
      </div>
      {inverters.map((inverter, at) => (
        // Inverters have no identity but their place.
        // oxlint-disable-next-line no-array-index-key
        <InverterFields
          key={at}
          inverter={inverter}
          arrays={names}
          errorOf={(place) => errorAt(`inverters.${at}.${place}`)}
          onLeave={(place) => onLeave(`inverters.${at}.${place}`)}
          onChange={(next) => put(inverters.with(at, next))}
          onCopy={() => put(inverters.toSpliced(at + 1, 0, { ...inverter, name: '' }))}
          onRemove={() => put(inverters.toSpliced(at, 1))}
        />
      ))}
      <div className={styles.foot}>
        <Button onClick={() => put([...inverters, EMPTY_INVERTER])}>{t('inverter.add')}</Button>
      </div>
      <StringNotes version={versionOf(version)} />
    </details>
  );
}
