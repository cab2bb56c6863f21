import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { BasicsCard } from '../entry/basics-card.tsx';
import styles from '../entry/entry.module.css';
import { ContactCard, ElectricalCard, TariffCard } from '../entry/more-cards.tsx';
import { PlaceCard } from '../entry/place-card.tsx';
import type { StationValues } from '../entry/station-values.ts';
import { useStationForm } from '../entry/use-station-form.ts';

/** Fields of each step, so that a step is judged before the next one is shown. */
const FIELDS: readonly (readonly (keyof StationValues)[])[] = [
  ['name', 'capacityKw', 'batteryKwh', 'organisationId', 'ownerAccount'],
  [
    'latitude',
    'longitude',
    'timeZone',
    'elevation',
    'country',
    'province',
    'city',
    'district',
    'postCode',
    'address',
  ],
  [
    ...(['gridType', 'tilt', 'azimuth', 'installedOn', 'firstPowerOn', 'gridConnectedOn'] as const),
    ...(['currency', 'priceBuy', 'priceFeedIn', 'contactPhone', 'contactEmail', 'notes'] as const),
  ],
];

interface StationWizardProps {
  step: number;
  onStep: (step: number) => void;
  onCreated: (stationId: number) => void;
}

/** The form of a new station, a few fields at a time. What was typed stays until it is sent or left behind on purpose. */
export function StationWizard({ step, onStep, onCreated }: StationWizardProps) {
  const { t } = useTranslation('stations');
  const form = useStationForm();
  const element = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState(0);
  const { created, rejected } = form;
  const refusedAt = rejected ? FIELDS.findIndex((names) => names.some((name) => form.errorOf(name))) : -1;
  useEffect(() => {
    if (created) onCreated(created.id);
  }, [created, onCreated]);
  useEffect(() => {
    if (refusedAt >= 0 && refusedAt !== step) onStep(refusedAt);
    // Only a new refusal leads back to its step.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rejected]);
  useEffect(() => {
    if (wrong > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);
  const forward = (event: FormEvent) => {
    event.preventDefault();
    const faulty = FIELDS.findIndex((names, index) => index <= step && !form.check(names));
    if (faulty >= 0) {
      if (faulty !== step) onStep(faulty);
      setWrong((times) => times + 1);
    } else if (step < FIELDS.length - 1) onStep(step + 1);
    else {
      const values = form.submit();
      if (values) form.send(values);
    }
  };
  const last = step === FIELDS.length - 1;
  return (
    <form ref={element} className={styles.form} onSubmit={forward} noValidate>
      {step === 0 ? <BasicsCard form={form} /> : null}
      {step === 1 ? <PlaceCard form={form} /> : null}
      {last ? (
        <>
          <ElectricalCard form={form} />
          <TariffCard form={form} />
          <ContactCard form={form} />
        </>
      ) : null}
      <FormFailure error={form.rest} />
      <div className={styles.foot}>
        {step > 0 ? <Button onClick={() => onStep(step - 1)}>{t('wizard.back')}</Button> : null}
        <Button kind="primary" type="submit" busy={form.busy}>
          {last ? t('entry.submit') : t('wizard.next')}
        </Button>
      </div>
      <LeaveGuard active={form.dirty && !created} onLeave={form.forget} />
    </form>
  );
}
