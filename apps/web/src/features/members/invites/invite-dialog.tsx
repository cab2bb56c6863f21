import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../../lib/appearance.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { FieldGrid } from '../../../ui/form/field-grid.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { RoleChoice } from '../role-choice.tsx';
import styles from '../members.module.css';
import { InviteMade } from './invite-made.tsx';
import { type InviteForm, MOST, useInviteForm, WAYS } from './use-invite-form.ts';

interface InviteDialogProps {
  organisation: { id: number; name: string };
  onClose: () => void;
}

/** Invites one person by e-mail or phone, or makes a code that several may use. */
export function InviteDialog({ organisation, onClose }: InviteDialogProps) {
  const { t } = useTranslation('members');
  const invite = useInviteForm(organisation.id);
  const { form, way, made } = invite;
  if (made) return <InviteMade invite={made} onClose={onClose} />;
  return (
    <ActionDialog
      title={t('invite.title', { organisation: organisation.name })}
      okText={t(way === 'code' ? 'invite.make' : 'invite.send')}
      busy={invite.busy}
      disabled={!invite.complete}
      error={form.rest}
      onOk={invite.send}
      onClose={onClose}
    >
      <WhomFields invite={invite} />
      <RoleChoice value={invite.role} onChange={invite.setRole} />
      <FieldGrid>
        {way === 'code' ? <LimitField invite={invite} name="maxUses" /> : null}
        <LimitField invite={invite} name="validDays" />
      </FieldGrid>
      <p className={styles.muted}>{t(way === 'code' ? 'invite.codeHint' : 'invite.sendHint')}</p>
    </ActionDialog>
  );
}

/** The way, and the address or number that it needs. */
function WhomFields({ invite: { form, way } }: { invite: InviteForm }) {
  const { t } = useTranslation('members');
  const phone = usePhone();
  return (
    <>
      <Segmented
        block
        vertical={phone}
        aria-label={t('invite.way')}
        value={way}
        options={WAYS.map((value) => ({ value, label: t(`invite.by.${value}`) }))}
        onChange={(value) => form.set('way', value)}
      />
      {way === 'code' ? null : (
        <Field
          key={way}
          type={way === 'email' ? 'email' : 'tel'}
          label={t(`invite.by.${way}`)}
          value={form.values[way]}
          error={form.errorOf(way)}
          onChange={(event) => form.set(way, event.target.value)}
          onBlur={() => form.leave(way)}
        />
      )}
    </>
  );
}

function LimitField({ invite: { form, fits }, name }: { invite: InviteForm; name: keyof typeof MOST }) {
  const { t } = useTranslation('members');
  return (
    <Field
      label={t(`invite.${name}`)}
      type="number"
      min={1}
      max={MOST[name]}
      value={form.values[name]}
      error={fits(name) ? form.errorOf(name) : t(`invite.${name}Wrong`)}
      onChange={(event) => form.set(name, event.target.value)}
    />
  );
}
