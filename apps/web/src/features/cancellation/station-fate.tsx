import type { InputOf, OutputOf } from '@sunfleet/api-client';
import { useTranslation } from 'react-i18next';
import { useRuleText } from '../../lib/i18n/use-rule-text.ts';
import { Field } from '../../ui/form/field.tsx';
import { Choices } from '../../ui/form/choices.tsx';
import tabStyles from '../../parts/accounts/tab.module.css';
import styles from './cancellation.module.css';

type Station = OutputOf<'getCancellation'>['stations'][number];

/** What becomes of one station. */
export type Decision = Omit<InputOf<'cancelAccount'>['body']['stations'][number], 'id'>;

/** Whether the decision for a station is complete. */
export const isDecided = (decision: Decision | undefined): boolean =>
  decision !== undefined && (decision.fate !== 'transfer' || Boolean(decision.to?.trim()));

interface StationFateProps {
  station: Station;
  value: Decision | undefined;
  onChange: (decision: Decision) => void;
  strict: boolean;
  error: string | undefined;
}

/** Hand over, leave with the organisation, or delete. */
export function StationFate({ station, value, onChange, strict, error }: StationFateProps) {
  const { t } = useTranslation('cancellation');
  const ruleText = useRuleText();
  const fates = [
    'transfer' as const,
    ...(station.organisation ? (['keep'] as const) : []),
    ...(station.deletable ? (['delete'] as const) : []),
  ];
  const hints = {
    transfer: t('transferHint'),
    keep: t('keepHint', { organisation: station.organisation ?? '' }),
    delete: t('deleteHint', { count: station.devices }),
  };
  return (
    <div className={styles.fate}>
      <Choices
        label={station.name}
        value={value?.fate}
        options={fates.map((fate) => ({ value: fate, label: t(`fate.${fate}`), hint: hints[fate] }))}
        onChange={(fate) => onChange({ fate })}
      />
      {value?.fate === 'transfer' ? (
        <Field
          label={t('newOwner')}
          autoComplete="off"
          value={value.to ?? ''}
          onChange={(event) => onChange({ fate: 'transfer', to: event.target.value })}
          error={strict && !value.to?.trim() ? ruleText('contactEmpty') : error}
        />
      ) : null}
      {strict && !value ? (
        <p className={tabStyles.wrong} role="alert">
          {t('undecided')}
        </p>
      ) : null}
    </div>
  );
}
