import type { Member } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { UNKNOWN } from '../../lib/format/number.ts';
import type { Format } from '../../lib/format/use-format.ts';
import type { Column } from '../../ui/table/column.ts';
import { Tag } from '../../ui/tag/tag.tsx';
import { MemberStatus } from './member-status.tsx';

interface MemberColumns {
  t: TFunction<'members'>;
  format: Format;
  roleName: (member: Member) => string;
  /** The signed-in account. */
  self: number | null;
  /** The menu of a member. Absent for accounts that manage nobody. */
  actions: ((member: Member) => ReactNode) | undefined;
}

const orDash = (text: string | null) => text ?? UNKNOWN;

/** Columns of the list of members. */
export function memberColumns(parts: MemberColumns): Column<Member>[] {
  const { t, self, actions } = parts;
  const menu: Column<Member>[] = actions
    ? [{ key: 'actions', buttons: true, title: t('column.actions'), width: 80, render: actions }]
    : [];
  return [
    {
      key: 'name',
      title: t('column.name'),
      fixed: true,
      width: 170,
      render: (row) => (
        <>
          <strong>{row.name}</strong> {row.id === self ? <Tag>{t('you')}</Tag> : null}
        </>
      ),
    },
    ...menu,
    ...shownColumns(parts),
    ...hiddenColumns(parts),
  ];
}

function shownColumns({ t, format, roleName }: MemberColumns): Column<Member>[] {
  return [
    {
      key: 'status',
      title: t('column.status'),
      width: 110,
      render: (row) => <MemberStatus status={row.status} />,
    },
    { key: 'role', title: t('column.role'), width: 190, render: roleName },
    {
      key: 'contact',
      title: t('column.contact'),
      width: 230,
      render: (row) => orDash(row.email ?? row.mobile),
    },
    {
      key: 'organisation',
      title: t('column.organisation'),
      width: 180,
      render: (row) => orDash(row.organisation?.name ?? null),
    },
    {
      key: 'lastLoginAt',
      title: t('column.lastLoginAt'),
      width: 170,
      render: (row) => (row.lastLoginAt === null ? t('neverSignedIn') : format.dateTime(row.lastLoginAt)),
    },
    {
      key: 'twoFactor',
      title: t('column.twoFactor'),
      width: 130,
      render: (row) => t(row.twoFactor ? 'on' : 'off'),
    },
    {
      key: 'stations',
      title: t('column.stations'),
      align: 'right',
      width: 110,
      render: (row) => format.number(row.stations, 0),
    },
  ];
}

/** Columns that are shown once they are chosen. */
function hiddenColumns({ t, format }: MemberColumns): Column<Member>[] {
  return [
    {
      key: 'userName',
      title: t('column.userName'),
      hidden: true,
      render: (row) => orDash(row.userName),
    },
    { key: 'userCode', title: t('column.userCode'), hidden: true, render: (row) => row.userCode },
    {
      key: 'createdAt',
      title: t('column.createdAt'),
      width: 170,
      hidden: true,
      render: (row) => format.dateTime(row.createdAt),
    },
  ];
}
