import { ADDRESSES, stationAddress } from '@sunfleet/contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { useCall } from '../../../lib/call/use-call.ts';
import { integerField, useUrlState } from '../../../lib/url-state.ts';
import { Loaded, Page } from '../../../ui/page/page.tsx';
import { BasicsCard } from './basics-card.tsx';
import styles from './entry.module.css';
import { ContactCard, ElectricalCard, TariffCard } from './more-cards.tsx';
import { PlaceCard } from './place-card.tsx';
import { copiedValues } from './stored-values.ts';
import { type CopiedStation, useStationForm } from './use-station-form.ts';

const FIELDS = { copy: integerField(0) };

/** A new station. What was typed stays until it is sent or left behind on purpose. */
export function AddStationPage() {
  const { t } = useTranslation('stations');
  const [{ copy }] = useUrlState(FIELDS);
  return (
    <Page
      help="addStation"
      title={t('entry.title')}
      subtitle={t('entry.hint')}
      permission="stations.create"
      breadcrumb={
        <Link className={styles.back} to={ADDRESSES.stations}>
          {t('title')}
        </Link>
      }
    >
      {copy > 0 ? <CopyForm id={copy} /> : <Form />}
    </Page>
  );
}

/** The form as another station fills it: without devices, owner and days, which are its own. */
function CopyForm({ id }: { id: number }) {
  const { t } = useTranslation('stations');
  const station = useCall('getStation', { params: { id } });
  const { data } = station;
  const copied = data && { id, values: copiedValues(data, t('entry.copyOf', { name: data.name })) };
  return <Loaded loading={station}>{copied ? <Form key={id} copied={copied} /> : null}</Loaded>;
}

function Form({ copied }: { copied?: CopiedStation }) {
  const { t } = useTranslation('stations');
  const form = useStationForm(copied);
  const element = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState(0);
  useEffect(() => {
    if (wrong > 0 || form.rejected)
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong, form.rejected]);
  if (form.created) return <Navigate to={stationAddress(form.created.id, form.created.tab)} replace />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const values = form.submit();
    if (values) form.send(values);
    else setWrong((times) => times + 1);
  };
  return (
    <form ref={element} className={styles.form} onSubmit={submit} noValidate>
      <BasicsCard form={form} />
      <PlaceCard form={form} />
      <ElectricalCard form={form} />
      <TariffCard form={form} />
      <ContactCard form={form} />
      <FormFailure error={form.rest} />
      <div className={styles.foot}>
        <Button kind="primary" type="submit" busy={form.busy}>
          {t('entry.submit')}
        </Button>
        <span role="status">{form.faulty && wrong > 0 ? t('entry.check') : null}</span>
      </div>
      <LeaveGuard active={form.dirty} onLeave={form.forget} />
    </form>
  );
}
