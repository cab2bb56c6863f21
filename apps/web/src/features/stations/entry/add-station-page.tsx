import { ADDRESSES, stationAddress } from '@sunfleet/contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { BasicsCard } from './basics-card.tsx';
import styles from './entry.module.css';
import { ElectricalCard, TariffCard } from './more-cards.tsx';
import { PlaceCard } from './place-card.tsx';
import { useStationForm } from './use-station-form.ts';

/** A new station. What was typed stays until it is sent or left behind on purpose. */
export function AddStationPage() {
  const { t } = useTranslation('stations');
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
      <Form />
    </Page>
  );
}

function Form() {
  const { t } = useTranslation('stations');
  const form = useStationForm();
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
