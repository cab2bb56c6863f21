import { ORGANISATION_KINDS, ORGANISATION_TYPES } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { countries } from '../../../lib/countries.ts';
import type { useFields } from '../../../lib/form/use-fields.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { Choice, Field } from '../../../ui/form/field.tsx';
import { FieldGrid } from '../../../ui/form/field-grid.tsx';
import type { OrganisationValues } from './organisation-values.ts';

type OrganisationForm = ReturnType<typeof useFields<OrganisationValues>>;

const LONGEST = { businessType: 64, taxId: 32, bankName: 100, bankAccount: 64 } as const;

/** Name, code and business fields; only the name must be filled in. */
export function OrganisationFields({ form }: { form: OrganisationForm }) {
  const { t } = useTranslation('organisations');
  const text = (name: keyof typeof LONGEST) => (
    <Field
      label={t(`field.${name}`)}
      value={form.values[name]}
      maxLength={LONGEST[name]}
      error={form.errorOf(name)}
      onChange={(event) => form.set(name, event.target.value)}
    />
  );
  return (
    <>
      <Field
        label={t('field.name')}
        value={form.values.name}
        required
        error={form.errorOf('name')}
        onChange={(event) => form.set('name', event.target.value)}
        onBlur={() => form.leave('name')}
      />
      <FieldGrid>
        <Field
          label={t('field.code')}
          value={form.values.code}
          placeholder={t('field.codeHint')}
          error={form.errorOf('code')}
          onChange={(event) => form.set('code', event.target.value)}
        />
        <ClassFields form={form} />
        <AreaField form={form} />
        {text('businessType')}
        {text('taxId')}
        {text('bankName')}
        {text('bankAccount')}
      </FieldGrid>
    </>
  );
}

/** What the organisation is: a business or a part of one, a company or one person's. */
function ClassFields({ form }: { form: OrganisationForm }) {
  const { t } = useTranslation('organisations');
  return (
    <>
      <Choice
        label={t('field.kind')}
        value={form.values.kind}
        options={ORGANISATION_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChange={(chosen) =>
          form.set(
            'kind',
            ORGANISATION_KINDS.find((kind) => kind === chosen)!,
          )
        }
      />
      <Choice
        label={t('field.type')}
        value={form.values.type}
        options={ORGANISATION_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
        onChange={(chosen) =>
          form.set(
            'type',
            ORGANISATION_TYPES.find((type) => type === chosen)!,
          )
        }
      />
    </>
  );
}

function AreaField({ form }: { form: OrganisationForm }) {
  const { t } = useTranslation('organisations');
  const language = useLanguage();
  const areas = useMemo(() => countries(language), [language]);
  return (
    <Choice
      label={t('field.area')}
      value={form.values.area}
      options={[
        { value: '', label: t('field.areaNone') },
        ...areas.map(({ code, name }) => ({ value: code, label: name })),
      ]}
      onChange={(value) => form.set('area', value)}
    />
  );
}
