import type { TariffExample } from '@sunfleet/analysis';
import { ADDRESSES, currencyCodeRule, textRule } from '@sunfleet/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { useAction } from '../../../lib/call/use-action.ts';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { currencies } from '../../../lib/format/currencies.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Choice, Field } from '../../../ui/form/field.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { Card } from '../../../ui/page/card.tsx';
import styles from '../tariffs.module.css';
import { faultsOf, isWhole } from './faults.ts';
import { versionOf, type VersionDraft } from './tariff-draft.ts';
import { VersionFields } from './version-fields.tsx';

export interface TariffStart {
  /** Undefined: a new one. */
  saved: { id: number; revision: number } | undefined;
  name: string;
  currency: string;
  versions: readonly VersionDraft[];
}

interface TariffFormProps {
  start: TariffStart;
  /** What a new one may begin with. */
  examples?: {
    first: TariffExample;
    all: readonly TariffExample[];
    versionsOf: (name: TariffExample) => TariffStart['versions'];
  };
}

/** Makes or changes a tariff. Holes and overlaps are drawn while somebody types; nothing is sent while there are any. */
export function TariffForm({ start: given, examples }: TariffFormProps) {
  const { t } = useTranslation(['tariffs', 'rules']);
  const { language } = useFormat();
  const [start] = useState(given);
  const [draft, setDraft] = useState(start);
  const [example, setExample] = useState(examples?.first);
  const [left, setLeft] = useState(false);
  const save = useSave(start);
  const errors = fieldErrors(save.error);
  if (save.isSuccess) return <Navigate to={ADDRESSES.tariffs} replace />;
  const change = (part: Partial<TariffStart>) => {
    setDraft({ ...draft, ...part });
    save.reset();
  };
  const name = left ? textRule(draft.name, 'nameEmpty', 64) : undefined;
  const currency = left ? currencyCodeRule(draft.currency) : undefined;
  const right =
    !textRule(draft.name, 'nameEmpty', 64) &&
    !currencyCodeRule(draft.currency) &&
    draft.versions.every(isWhole);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLeft(true);
    if (right) save.mutate(draft);
  };
  const options = currencies(language).map(({ code, name: word }) => ({
    value: code,
    label: `${code} – ${word}`,
  }));
  const put = (at: number, version: VersionDraft) => change({ versions: draft.versions.with(at, version) });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Card>
        <div className={styles.fields}>
          {examples && example ? (
            <Choice
              label={t('example.label')}
              value={example}
              options={examples.all.map((one) => ({ value: one, label: t(`example.${one}`) }))}
              onChange={(one) => {
                setExample(one as TariffExample);
                // What was typed of name and currency stays.
                change({ versions: examples.versionsOf(one as TariffExample) });
              }}
            />
          ) : null}
          <Field
            label={t('column.name')}
            autoComplete="off"
            maxLength={64}
            value={draft.name}
            error={name ? t(name, { ns: 'rules' }) : errors['name']}
            onChange={(event) => change({ name: event.target.value })}
          />
          {start.saved ? (
            <Field label={t('column.currency')} value={draft.currency} readOnly />
          ) : (
            <Choice
              label={t('column.currency')}
              value={draft.currency}
              options={[{ value: '', label: '–' }, ...options]}
              error={currency ? t(currency, { ns: 'rules' }) : errors['currency']}
              onChange={(code) => change({ currency: code })}
            />
          )}
        </div>
        {examples ? <p className={styles.muted}>{t('example.note')}</p> : null}
      </Card>
      {draft.versions.map((version, at) => (
        // Versions have no identity but their place.
        // oxlint-disable-next-line no-array-index-key
        <VersionFields
          key={at}
          version={version}
          currency={draft.currency}
          faults={left ? faultsOf(version) : new Map()}
          onChange={(next) => put(at, next)}
          onRemove={
            draft.versions.length > 1
              ? () => change({ versions: draft.versions.filter((_, other) => other !== at) })
              : undefined
          }
        />
      ))}
      <FormFailure error={save.error} shown={['name', 'currency']} hint={<Refused error={save.error} />} />
      <div className={styles.foot}>
        <Button kind="primary" type="submit" busy={save.isPending}>
          {t('save')}
        </Button>
        <Button
          onClick={() => change({ versions: [...draft.versions, { ...draft.versions.at(-1)!, from: '' }] })}
        >
          {t('version.add')}
        </Button>
        <span role="status">{left && !right ? t('form.check') : null}</span>
      </div>
      <LeaveGuard active={draft !== start && !save.isPending} onLeave={() => undefined} />
    </form>
  );
}

/** What the server found, each by name. */
function Refused({ error }: { error: Parameters<typeof FormFailure>[0]['error'] }) {
  if (!error || error.fields.length === 0) return null;
  return (
    <ul>
      {error.fields.map(({ path, message }) => (
        <li key={`${path} ${message}`}>{message}</li>
      ))}
    </ul>
  );
}

function useSave({ saved }: TariffStart) {
  const options = {
    quiet: true,
    invalidates: ['listTariffs', 'stationTariffs', 'stationRevenue'],
  } as const;
  const create = useAction('createTariff', options);
  const update = useAction('updateTariff', options);
  const { isPending, isSuccess, error, reset } = saved ? update : create;
  const mutate = ({ name, currency, versions: drafts }: TariffStart) => {
    const versions = drafts.map(versionOf).toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? ''));
    if (saved)
      update.mutate({ params: { id: saved.id }, body: { name, versions, revision: saved.revision } });
    else create.mutate({ body: { name, currency, versions } });
  };
  return { isPending, isSuccess, error, reset, mutate };
}
