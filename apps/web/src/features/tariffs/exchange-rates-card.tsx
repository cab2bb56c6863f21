import type { OutputOf } from '@sunfleet/api-client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { useCall } from '../../lib/call/use-call.ts';
import { currencies } from '../../lib/format/currencies.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useAccount, useMay } from '../../lib/session/session-context.tsx';
import { Button } from '../../ui/form/button.tsx';
import { ChooseFiles } from '../../ui/form/choose-files.tsx';
import { Choice } from '../../ui/form/field.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { Card } from '../../ui/page/card.tsx';
import { readRates, writeRates } from './read-rates.ts';
import styles from './tariffs.module.css';

/** The dated table of exchange rates: typed as lines, or read from a file of such lines. */
export function ExchangeRatesCard() {
  const { t } = useTranslation('tariffs');
  const { data } = useCall('listExchangeRates', {});
  // Here, because the form begins anew with what was saved, and says that it was.
  const save = useAction('saveExchangeRates', {
    quiet: true,
    invalidates: ['listExchangeRates', 'sumRevenues'],
  });
  return (
    <Card title={t('rates.title')}>
      <div className={styles.form}>
        <p className={styles.text}>{t('rates.hint')}</p>
        {data ? <Rates key={JSON.stringify(data)} saved={data} save={save} /> : null}
      </div>
    </Card>
  );
}

interface RatesProps {
  saved: OutputOf<'listExchangeRates'>;
  save: ReturnType<typeof useAction<'saveExchangeRates'>>;
}

function Rates({ saved, save }: RatesProps) {
  const { t } = useTranslation('tariffs');
  const { language } = useFormat();
  // Rates of an organisation convert what all of its stations earn.
  const reaches = useAccount().reach === 'organisation' || saved.own;
  const mayManage = useMay('tariffs.manage') && reaches;
  const [into, setInto] = useState(saved.into ?? '');
  const [text, setText] = useState(writeRates(saved.rates));
  const { rates, bad } = readRates(text);
  const read = async ([chosen]: File[]) => {
    if (chosen) setText(await chosen.text());
  };
  const options = currencies(language).map(({ code, name }) => ({ value: code, label: `${code} – ${name}` }));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (bad === undefined) save.mutate({ body: { into: into === '' ? null : into, rates } });
      }}
    >
      <div className={styles.fields}>
        <Choice
          label={t('rates.into')}
          value={into}
          options={[{ value: '', label: t('rates.none') }, ...options]}
          onChange={setInto}
        />
      </div>
      <TextArea
        label={t('rates.csv')}
        rows={6}
        value={text}
        readOnly={!mayManage}
        spellCheck={false}
        placeholder="USD,2026-01-01,0.92"
        error={bad === undefined ? undefined : t('rates.bad', { line: bad })}
        onChange={(event) => setText(event.target.value)}
      />
      <p className={styles.muted}>{t('rates.csvHint')}</p>
      {mayManage ? (
        <>
          <div>
            <ChooseFiles
              label={t('rates.file')}
              accept=".csv,text/csv,text/plain"
              onFiles={(files) => void read(files)}
            />
          </div>
          <FormFailure error={save.error} />
          <div className={styles.foot}>
            <Button kind="primary" type="submit" busy={save.isPending}>
              {t('save')}
            </Button>
            <span role="status">{save.isSuccess ? t('rates.saved') : null}</span>
          </div>
        </>
      ) : null}
    </form>
  );
}
