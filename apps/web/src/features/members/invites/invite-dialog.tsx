import { contactRule, type Rule } from '@sunfleet/contract';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../../lib/appearance.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { useFields } from '../../../lib/form/use-fields.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import type { GivableRole } from '../givable-roles.ts';
import { RoleChoice } from '../role-choice.tsx';
import styles from '../members.module.css';
import { InviteMade } from './invite-made.tsx';

const WAYS = ['email', 'mobile', 'code'] as const;
type Way = (typeof WAYS)[number];

interface InviteDialogProps {
  organisation: { id: number; name: string };
  onClose: () => void;
}

const initial = { way: 'email' as Way, email: '', mobile: '', maxUses: '10', validDays: '14' };
type Values = typeof initial;

/** A whole number within its limits. The form cannot be sent with anything else. */
const within = (text: string, most: number) =>
  /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most;
const contact =
  (way: Way) =>
  (value: string, values: Values): Rule | undefined =>
    values.way === way ? contactRule({ [way]: value.trim() }) : undefined;

/** Invites one person by e-mail or phone, or makes a code that several may use. */
export function InviteDialog({ organisation, onClose }: InviteDialogProps) {
  const { t } = useTranslation('members');
  const phone = usePhone();
  const [role, setRole] = useState<GivableRole>();
  const invite = useAction('inviteMember', { invalidates: ['listInvites'], quiet: true });
  const form = useFields({
    initial,
    rules: { email: contact('email'), mobile: contact('mobile') },
    error: invite.error,
  });
  const { way, maxUses, validDays } = form.values;
  if (invite.data)
    return <InviteMade invite={invite.data} delivery={invite.data.delivery} onClose={onClose} />;
  const counted = way !== 'code' || within(maxUses, 1000);
  const send = () => {
    const values = form.submit();
    if (!values || !role) return;
    const whom = way === 'code' ? { maxUses: Number(maxUses) } : { [way]: values[way].trim() };
    invite.mutate({
      params: { id: organisation.id },
      body: { role: role.role, roleId: role.roleId, validDays: Number(validDays), ...whom },
    });
  };
  return (
    <ActionDialog
      title={t('invite.title', { organisation: organisation.name })}
      okText={t(way === 'code' ? 'invite.make' : 'invite.send')}
      busy={invite.isPending}
      disabled={!role || !counted || !within(validDays, 90)}
      error={form.rest}
      onOk={send}
      onClose={onClose}
    >
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
      <RoleChoice value={role} onChange={setRole} />
      <div className={styles.pair}>
        {way === 'code' ? (
          <Field
            label={t('invite.maxUses')}
            type="number"
            min={1}
            max={1000}
            value={maxUses}
            error={counted ? form.errorOf('maxUses') : t('invite.maxUsesWrong')}
            onChange={(event) => form.set('maxUses', event.target.value)}
          />
        ) : null}
        <Field
          label={t('invite.validDays')}
          type="number"
          min={1}
          max={90}
          value={validDays}
          error={within(validDays, 90) ? form.errorOf('validDays') : t('invite.validDaysWrong')}
          onChange={(event) => form.set('validDays', event.target.value)}
        />
      </div>
      <p className={styles.muted}>{t(way === 'code' ? 'invite.codeHint' : 'invite.sendHint')}</p>
    </ActionDialog>
  );
}
