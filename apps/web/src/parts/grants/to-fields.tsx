import { Input, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormGroup, FormRow } from '../../ui/form/form-row.tsx';
import type { GrantDraft, GrantProblem } from './grant-draft.ts';
import { PersonField } from './person-field.tsx';

interface ToFieldsProps {
  draft: Pick<GrantDraft, 'to' | 'account' | 'code'>;
  change: (part: Partial<GrantDraft>) => void;
  errorOf: (problem: GrantProblem) => string | undefined;
}

/** Whom an authorisation is for. */
export function ToFields({ draft, change, errorOf }: ToFieldsProps) {
  const { t } = useTranslation('grants');
  return (
    <>
      <FormGroup label={t('to.label')}>
        <Radio.Group
          value={draft.to}
          options={(['person', 'organisation'] as const).map((value) => ({
            value,
            label: t(`to.${value}`),
          }))}
          onChange={(event) => change({ to: event.target.value as GrantDraft['to'] })}
        />
      </FormGroup>
      {draft.to === 'person' ? (
        <PersonField
          label={t('to.account')}
          value={draft.account}
          onChange={(account) => change({ account })}
          error={errorOf('account')}
        />
      ) : (
        <FormRow label={t('to.code')} hint={t('to.codeHint')} error={errorOf('code')}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={32}
              value={draft.code}
              onChange={(event) => change({ code: event.target.value })}
            />
          )}
        </FormRow>
      )}
    </>
  );
}
