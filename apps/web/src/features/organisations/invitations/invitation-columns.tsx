import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Format } from '../../../lib/format/use-format.ts';
import { Copied } from '../../../ui/copy/copied.tsx';
import type { Column } from '../../../ui/table/column.ts';
import type { Invitation } from './invitation-made.tsx';

interface InvitationColumns {
  t: TFunction<'members'>;
  format: Format;
  roleName: (invitation: Invitation) => string;
  actions: (invitation: Invitation) => ReactNode;
}

/** Columns of the open invitations. */
export function invitationColumns({ t, format, roleName, actions }: InvitationColumns): Column<Invitation>[] {
  return [
    {
      key: 'whom',
      title: t('invitation.whom'),
      fixed: true,
      width: 170,
      render: (row) => row.email ?? row.mobile ?? t('invitation.anybody'),
    },
    { key: 'actions', title: t('column.actions'), width: 190, render: actions },
    {
      key: 'code',
      title: t('invitation.code'),
      width: 140,
      render: (row) => <Copied text={row.code} />,
    },
    { key: 'role', title: t('column.role'), width: 140, render: roleName },
    {
      key: 'expiresAt',
      title: t('invitation.expiresAt'),
      width: 150,
      render: (row) => format.dateTime(row.expiresAt),
    },
    {
      key: 'uses',
      title: t('invitation.uses'),
      align: 'right',
      width: 120,
      render: (row) =>
        t('invitation.usesOf', {
          used: format.number(row.uses, 0),
          most: format.number(row.maxUses, 0),
        }),
    },
  ];
}
