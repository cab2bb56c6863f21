import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Format } from '../../../lib/format/use-format.ts';
import type { Column } from '../../../ui/table/column.ts';
import type { Invite } from './invite-window.tsx';

interface InviteColumns {
  t: TFunction<'members'>;
  format: Format;
  roleName: (invite: Invite) => string;
  actions: (invite: Invite) => ReactNode;
}

/** Columns of the open invitations. */
export function inviteColumns({ t, format, roleName, actions }: InviteColumns): Column<Invite>[] {
  return [
    {
      key: 'whom',
      title: t('invites.whom'),
      fixed: true,
      width: 240,
      render: (row) => row.email ?? row.mobile ?? t('invites.anybody'),
    },
    { key: 'actions', buttons: true, title: t('column.actions'), width: 190, render: actions },
    { key: 'role', title: t('column.role'), width: 140, render: roleName },
    {
      key: 'expiresAt',
      title: t('invites.expiresAt'),
      width: 150,
      render: (row) => format.dateTime(row.expiresAt),
    },
    {
      key: 'uses',
      title: t('invites.uses'),
      align: 'right',
      width: 120,
      render: (row) =>
        t('invites.usesOf', {
          used: format.number(row.uses, 0),
          most: format.number(row.maxUses, 0),
        }),
    },
  ];
}
