import type { CustomRole, Member } from '@sunfleet/contract';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { useAccount } from '../../../lib/session/session-context.tsx';
import { useRoleName } from '../../../parts/accounts/use-role-name.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { showNotice } from '../../../ui/notice/notice-store.ts';
import { Loaded } from '../../../ui/page/page.tsx';
import styles from '../roles.module.css';

/** The number of members that fit the dialog. A search finds the others. */
const SHOWN = 50;

/** Gives a custom role to members that are picked from a list. */
export function GrantRole({ role, onClose }: { role: CustomRole; onClose: () => void }) {
  const { t } = useTranslation('roles');
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map());
  const grant = useAction('grantRole', {
    invalidates: ['listRoles', 'pageMembers'],
    quiet: true,
    onDone: ({ changed }) => {
      showNotice('success', t('grant.done', { count: changed, name: role.name }));
      onClose();
    },
  });
  const toggle = ({ id, name }: Member) =>
    setChosen((before) => {
      const next = new Map(before);
      if (!next.delete(id)) next.set(id, name);
      return next;
    });
  return (
    <ActionDialog
      title={t('grant.title', { name: role.name })}
      okText={t('grant.ok', { count: chosen.size })}
      busy={grant.isPending}
      disabled={chosen.size === 0}
      error={grant.error}
      onOk={() => grant.mutate({ params: { id: role.id! }, body: { userIds: [...chosen.keys()] } })}
      onClose={onClose}
    >
      <MemberPicker role={role} chosen={chosen} onToggle={toggle} />
      {chosen.size > 0 ? <p>{t('grant.chosen', { names: [...chosen.values()].join(', ') })}</p> : null}
      <p className={styles.muted}>{t('grant.text')}</p>
    </ActionDialog>
  );
}

interface MemberPickerProps {
  role: CustomRole;
  chosen: ReadonlyMap<number, string>;
  onToggle: (member: Member) => void;
}

function MemberPicker({ role, chosen, onToggle }: MemberPickerProps) {
  const { t } = useTranslation('roles');
  const nameOf = useRoleName();
  const self = useAccount().id;
  const [text, setText] = useState('');
  const q = useDelayed(text, 250).trim();
  const members = useCall(
    'pageMembers',
    { body: { pageSize: SHOWN, ...(q ? { q } : {}) } },
    { keepPrevious: true },
  );
  // Nobody changes their own role, and members who hold this one need not be given it again.
  const rows = members.data?.rows.filter(({ id, roleId }) => id !== self && roleId !== role.id) ?? [];
  return (
    <>
      <Input.Search
        allowClear
        value={text}
        placeholder={t('grant.search')}
        aria-label={t('grant.search')}
        onChange={(event) => setText(event.target.value)}
      />
      <Loaded loading={members}>
        {rows.length === 0 ? <p className={styles.muted}>{t('grant.nobody')}</p> : null}
        <ul className={styles.people} aria-label={t('grant.people')}>
          {rows.map((member) => (
            <li key={member.id}>
              <label className={styles.tick}>
                <input type="checkbox" checked={chosen.has(member.id)} onChange={() => onToggle(member)} />
                <span>
                  {member.name}
                  <span className={styles.hint}>
                    {[nameOf(member), member.organisation?.name].filter(Boolean).join(' · ')}
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      </Loaded>
    </>
  );
}
