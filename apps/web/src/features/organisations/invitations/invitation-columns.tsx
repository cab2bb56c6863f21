import { Typography } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Format } from '../../../lib/format/use-format.ts';
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
      width: 220,
      render: (row) => row.email ?? row.mobile ?? t('invitation.anybody'),
    },
    { key: 'actions', title: t('column.actions'), width: 210, render: actions },
    {
      key: 'code',
      title: t('invitation.code'),
      width: 170,
      render: (row) => (
        <Typography.Text code copyable>
          {row.code}
        </Typography.Text>
      ),
    },
    { key: 'role', title: t('column.role'), width: 180, render: roleName },
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
    {
      key: 'expiresAt',
      title: t('invitation.expiresAt'),
      width: 170,
      render: (row) => format.dateTime(row.expiresAt),
    },
  ];
}
