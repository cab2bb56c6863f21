import type { OutputOf } from '@sunfleet/api-client';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../lib/call/field-errors.ts';
import { useAction } from '../../lib/call/use-action.ts';
import { useRuleText } from '../../lib/i18n/use-rule-text.ts';
import { useAccount } from '../../lib/session/session-context.tsx';
import { useSetAccount } from '../../parts/accounts/use-set-account.ts';
import { Button } from '../../ui/form/button.tsx';
import { Check } from '../../ui/form/field.tsx';
import { CodeField } from '../../parts/accounts/code-field.tsx';
import type { Contact } from '../../parts/accounts/contact.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import tabStyles from '../../parts/accounts/tab.module.css';
import { type Decision, isDecided, StationFate } from './station-fate.tsx';

/** A decision for every station, a code, and the request. */
export function CancellationForm({ cancellation }: { cancellation: OutputOf<'getCancellation'> }) {
  const { t } = useTranslation('cancellation');
  const ruleText = useRuleText();
  const contact = useOwnContact();
  const form = useCancellationForm(cancellation.stations);
  const { code, strict, error } = form;
  if (!contact) return <p className={tabStyles.warn}>{t('noContact')}</p>;
  const codeMissing = strict && !code ? ruleText('codeEmpty') : undefined;
  return (
    <form className={tabStyles.tab} onSubmit={form.submit} noValidate>
      {cancellation.stations.length > 0 ? <p>{t('decide')}</p> : null}
      {cancellation.stations.map((station, index) => (
        <StationFate
          key={station.id}
          station={station}
          value={form.decisions[station.id]}
          onChange={(decision) => form.decide(station.id, decision)}
          strict={strict}
          error={fieldErrors(error)[`stations.${index}.to`] ?? fieldErrors(error)[`stations.${index}.fate`]}
        />
      ))}
      <div className={tabStyles.form}>
        <CodeField
          contact={contact}
          purpose="cancelAccount"
          value={code}
          onChange={form.setCode}
          error={codeMissing ?? fieldErrors(error)['validateCode']}
        />
        <Check
          label={t('sure')}
          checked={form.sure}
          onChange={form.setSure}
          error={strict && !form.sure ? t('sureMissing') : undefined}
        />
        <FormFailure error={error} shown={['validateCode']} />
        <div className={tabStyles.row}>
          <Button type="submit" busy={form.busy}>
            {t('submit')}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** Where the code goes. */
function useOwnContact(): Contact | undefined {
  const { email, mobile } = useAccount();
  if (email) return { email };
  return mobile ? { mobile } : undefined;
}

function useCancellationForm(stations: OutputOf<'getCancellation'>['stations']) {
  const setAccount = useSetAccount();
  const [decisions, setDecisions] = useState<Readonly<Record<number, Decision>>>({});
  const [code, setCode] = useState('');
  const [sure, setSure] = useState(false);
  const [strict, setStrict] = useState(false);
  const cancel = useAction('cancelAccount', {
    quiet: true,
    invalidates: ['getCancellation'],
    onDone: ({ erasedAt }) => setAccount({ erasedAt }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setStrict(true);
    if (!code || !sure || !stations.every(({ id }) => isDecided(decisions[id]))) return;
    cancel.mutate({
      body: { validateCode: code, stations: stations.map(({ id }) => ({ id, ...decisions[id]! })) },
    });
  };
  return {
    decisions,
    decide: (id: number, decision: Decision) => setDecisions({ ...decisions, [id]: decision }),
    code,
    setCode,
    sure,
    setSure,
    strict,
    submit,
    error: cancel.error,
    busy: cancel.isPending,
  };
}
