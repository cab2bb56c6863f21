import type { CallError } from '@sunfleet/api-client';
import { ORGANISATION_TYPES } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { countries } from '../../../lib/countries.ts';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { useRuleText } from '../../../lib/i18n/use-rule-text.ts';
import { Choice, Field } from '../../../ui/form/field.tsx';
import styles from '../entry/entry.module.css';
import { Choices } from '../../../ui/form/choices.tsx';
import { InviteField } from './invite-field.tsx';
import { type OrganisationDraft, organisationRule } from './organisation-draft.ts';

interface OrganisationFieldsProps {
  draft: OrganisationDraft;
  onChange: (change: Partial<OrganisationDraft>) => void;
  strict: boolean;
  error: CallError | null;
  /** Whether the organisation may be founded below another. */
  withSuperior?: boolean;
}

const WAYS = ['found', 'join'] as const;

/** The organisation of a professional account: found one, or join by an invitation. */
export function OrganisationFields(props: OrganisationFieldsProps) {
  const { draft, onChange, strict, error } = props;
  const { t } = useTranslation('accounts');
  const ruleText = useRuleText();
  const broken = strict ? ruleText(organisationRule(draft)) : undefined;
  return (
    <div className={styles.form}>
      <Choices
        label={t('organisation.title')}
        value={draft.joining ? 'join' : 'found'}
        options={WAYS.map((value) => ({ value, label: t(`organisation.${value}`) }))}
        onChange={(way) => onChange({ joining: way === 'join' })}
      />
      {draft.joining ? (
        <InviteField
          value={draft.inviteCode}
          onChange={(inviteCode) => onChange({ inviteCode })}
          error={broken ?? fieldErrors(error)['inviteCode']}
        />
      ) : (
        <Founding {...props} broken={broken} />
      )}
    </div>
  );
}

function Founding(props: OrganisationFieldsProps & { broken: string | undefined }) {
  const { draft, onChange, error, broken, withSuperior = false } = props;
  const { t } = useTranslation('accounts');
  const language = useLanguage();
  const field = (name: 'businessType' | 'taxId' | 'superiorCode', path: string) => (
    <Field
      label={t(`organisation.${name}`)}
      value={draft[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
      error={fieldErrors(error)[path]}
    />
  );
  return (
    <>
      <Field
        label={t('organisation.name')}
        autoComplete="organization"
        value={draft.organisationName}
        onChange={(event) => onChange({ organisationName: event.target.value })}
        error={broken ?? fieldErrors(error)['organization.name'] ?? fieldErrors(error)['organization']}
      />
      <Choice
        label={t('organisation.type')}
        value={draft.organisationType}
        options={ORGANISATION_TYPES.map((value) => ({ value, label: t(`organisation.types.${value}`) }))}
        onChange={(value) =>
          onChange({ organisationType: ORGANISATION_TYPES.find((known) => known === value)! })
        }
      />
      {field('businessType', 'organization.businessType')}
      <Choice
        label={t('organisation.country')}
        value={draft.area}
        options={[
          { value: '', label: UNKNOWN },
          ...countries(language).map(({ code, name }) => ({ value: code, label: name })),
        ]}
        onChange={(area) => onChange({ area })}
      />
      {field('taxId', 'organization.taxId')}
      {withSuperior ? field('superiorCode', 'superiorCode') : null}
    </>
  );
}
