import { stationAddress, type StationDetail } from '@sunfleet/contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { showNotice } from '../../../ui/notice/notice-store.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { BasicsCard } from '../entry/basics-card.tsx';
import entry from '../entry/entry.module.css';
import { ContactCard, ElectricalCard, TariffCard } from '../entry/more-cards.tsx';
import { PlaceCard } from '../entry/place-card.tsx';
import { MeanwhileCard } from './meanwhile-card.tsx';
import styles from './edit.module.css';
import { SavedBy } from './saved-by.tsx';
import { useEditForm } from './use-edit-form.ts';

interface EditFormProps {
  station: StationDetail;
  /** Reads the station again. */
  onBehind: () => void;
}

/** Every field of a station that is there. What was typed stays until it is saved or left behind on purpose. */
export function EditForm({ station, onBehind }: EditFormProps) {
  const { t } = useTranslation('stations');
  const edit = useEditForm(station);
  const { form, changed, behind, meanwhile, isNewer } = edit;
  const element = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState(0);
  useEffect(() => {
    if (wrong > 0 || edit.rejected)
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong, edit.rejected]);
  useEffect(() => {
    if (behind) onBehind();
  }, [behind, onBehind]);
  // What was saved touches nothing that was typed: it is shown and told, and nobody has to decide.
  const isApart = isNewer && !meanwhile.some(({ isMine }) => isMine);
  const [toldSince, setToldSince] = useState<number>();
  useEffect(() => {
    if (!isApart) return;
    setToldSince((before) => before ?? edit.version);
    edit.decide({});
    // Each version is taken over once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isApart, station.version]);
  useEffect(() => {
    if (edit.saved) showNotice('success', t('edit.done'));
  }, [edit.saved, t]);
  if (edit.saved) return <Navigate to={stationAddress(station.id, 'about')} replace />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!edit.submit()) setWrong((times) => times + 1);
  };
  const statusText = () => {
    if (edit.faulty && wrong > 0) return t('entry.check');
    return changed.length > 0 ? t('edit.changed', { count: changed.length }) : null;
  };
  const zoneChanged = changed.includes('timeZone');
  return (
    <form ref={element} className={entry.form} onSubmit={submit} noValidate>
      {toldSince === undefined ? null : (
        <div role="status" className={styles.news}>
          <SavedBy station={station} since={toldSince} />
        </div>
      )}
      {isNewer && !isApart ? <MeanwhileCard key={station.version} edit={edit} station={station} /> : null}
      <BasicsCard form={form} />
      <PlaceCard form={form} zoneHint={zoneChanged ? t('edit.zoneHint') : undefined} />
      <ElectricalCard form={form} />
      <TariffCard form={form} />
      <ContactCard form={form} />
      <FormFailure error={edit.rest ?? behind} />
      <div className={entry.foot}>
        <Button kind="primary" type="submit" busy={edit.busy} disabled={changed.length === 0 || isNewer}>
          {t('edit.submit')}
        </Button>
        <Link to={stationAddress(station.id, 'about')}>{t('edit.cancel')}</Link>
        <span role="status">{statusText()}</span>
      </div>
      <LeaveGuard active={changed.length > 0} onLeave={edit.forget} />
    </form>
  );
}
