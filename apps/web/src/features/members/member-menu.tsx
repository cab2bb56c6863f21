import { MoreOutlined } from '@ant-design/icons';
import type { Member } from '@sunfleet/contract';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../lib/session/session-context.tsx';
import { ACTIONS, type MemberAction } from './member-actions.ts';

interface MemberMenuProps {
  member: Member;
  /** Whether there are organisations to move to. */
  movable: boolean;
  onAction: (action: MemberAction) => void;
}

/** The actions on a member that the account manages. */
export function MemberMenu({ member, movable, onAction }: MemberMenuProps) {
  const { t } = useTranslation('members');
  const mayMove = useMay('members.manage');
  if (!member.manageable) return null;
  const possible = ACTIONS.filter((name) => {
    if (name === 'lock') return member.status !== 'locked';
    if (name === 'unlock') return member.status === 'locked';
    if (name === 'move') return movable && mayMove;
    if (name === 'remove') return member.organisation !== null;
    return true;
  });
  const items: MenuProps['items'] = possible.map((name) => ({
    key: name,
    label: t(`action.${name}`),
    danger: name === 'remove' || name === 'delete',
    onClick: () => onAction({ action: name, member }),
  }));
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
      <Button type="text" icon={<MoreOutlined />} aria-label={t('actionsOf', { name: member.name })} />
    </Dropdown>
  );
}
