import type { StationTariffs } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { readNumber } from '../../../lib/form/read-number.ts';
import { currencies } from '../../../lib/format/currencies.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Choice, Field } from '../../../ui/form/field.tsx';
import styles from './money.module.css';

interface EditTermsProps {
  stationId: number;
  tariffs: StationTariffs;
  onClose: () => void;
}

interface TermDraft {
  from: string;
  /** Empty: no tariff. */
  tariffId: string;
}

/** Sets which tariff the station has since when, and what it cost. */
export function EditTerms({ stationId, tariffs, onClose }: EditTermsProps) {
  const { t } = useTranslation('tariffs');
  const { language } = useFormat();
  const [terms, setTerms] = useState<TermDraft[]>(
    tariffs.terms.map(({ from, tariff }) => ({ from: from ?? '', tariffId: String(tariff?.id ?? '') })),
  );
  const [cost, setCost] = useState({
    amount: tariffs.investment ? String(tariffs.investment.amount) : '',
    currency: tariffs.investment?.currency ?? tariffs.simple?.currency ?? '',
  });
  const save = useAction('setStationTariffs', {
    quiet: true,
    invalidates: ['stationTariffs', 'stationRevenue', 'listTariffs', 'listRevenues', 'sumRevenues'],
    onDone: onClose,
  });
  const errors = fieldErrors(save.error);
  const put = (at: number, part: Partial<TermDraft>) => setTerms(terms.with(at, { ...terms[at]!, ...part }));
  const submit = () =>
    save.mutate({
      params: { id: stationId },
      body: {
        terms: terms.map(({ from, tariffId }) => ({
          from: from === '' ? null : from,
          tariffId: tariffId === '' ? null : Number(tariffId),
        })),
        investment:
          cost.amount.trim() === ''
            ? null
            : { amount: finite(readNumber(cost.amount)), currency: cost.currency },
      },
    });
  return (
    <ActionDialog
      title={t('terms.title')}
      okText={t('save')}
      busy={save.isPending}
      error={save.error}
      onOk={submit}
      onClose={onClose}
    >
      <div className={styles.page}>
        {terms.map((term, at) => (
          // oxlint-disable-next-line no-array-index-key
          <TermFields
            key={at}
            term={term}
            tariffs={tariffs}
            error={errors[`terms.${at}.from`] ?? errors['terms']}
            removeLabel={t('terms.remove', { n: at + 1 })}
            onChange={(part) => put(at, part)}
            onRemove={() => setTerms(terms.filter((_, other) => other !== at))}
          />
        ))}
        <div>
          <Button onClick={() => setTerms([...terms, { from: '', tariffId: '' }])}>{t('terms.add')}</Button>
        </div>
        <div className={styles.row}>
          <Field
            label={t('investment')}
            inputMode="decimal"
            value={cost.amount}
            error={errors['investment.amount']}
            onChange={(event) => setCost({ ...cost, amount: event.target.value })}
          />
          <Choice
            label={t('column.currency')}
            value={cost.currency}
            error={errors['investment.currency']}
            options={[
              { value: '', label: '–' },
              ...currencies(language).map(({ code, name }) => ({ value: code, label: `${code} – ${name}` })),
            ]}
            onChange={(currency) => setCost({ ...cost, currency })}
          />
        </div>
      </div>
    </ActionDialog>
  );
}

/** What is no number breaks the rule of the amount, as 0 does. */
const finite = (amount: number) => (Number.isNaN(amount) ? 0 : amount);

interface TermFieldsProps {
  term: TermDraft;
  tariffs: StationTariffs;
  error: string | undefined;
  removeLabel: string;
  onChange: (part: Partial<TermDraft>) => void;
  onRemove: () => void;
}

/** Tariffs that somebody else keeps stay in the list while the station has them. */
function TermFields({ term, tariffs, error, removeLabel, onChange, onRemove }: TermFieldsProps) {
  const { t } = useTranslation('tariffs');
  const { data = [] } = useCall('listTariffs', {});
  const known = new Map(
    [...tariffs.terms.flatMap(({ tariff }) => tariff ?? []), ...data].map(({ id, name, currency }) => [
      String(id),
      `${name} (${currency})`,
    ]),
  );
  return (
    <div className={styles.row}>
      <Choice
        label={t('terms.tariff')}
        value={term.tariffId}
        options={[
          { value: '', label: t('terms.none') },
          ...[...known].map(([value, label]) => ({ value, label })),
        ]}
        onChange={(tariffId) => onChange({ tariffId })}
      />
      <Field
        label={t('version.from')}
        type="date"
        value={term.from}
        hint={t('version.fromHint')}
        error={error}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <Button kind="quiet" aria-label={removeLabel} onClick={onRemove}>
        ✕
      </Button>
    </div>
  );
}
