import { DownOutlined } from '@ant-design/icons';
import type { OrganisationNode } from '@sunfleet/contract';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount, useMay, useMayCall } from '../../lib/session/session-context.tsx';
import { DeleteOrganisation } from './dialogs/delete-organisation.tsx';
import { LimitsDialog } from './dialogs/limits-dialog.tsx';
import { MoveOrganisation } from './dialogs/move-organisation.tsx';
import { CreateOrganisation, EditOrganisation } from './dialogs/organisation-dialog.tsx';
import type { OrganisationState } from './organisation-state.ts';

interface OrganisationActionsProps {
  node: OrganisationNode;
  tree: readonly OrganisationNode[];
  state: OrganisationState;
}

type Dialog = 'merchant' | 'department' | 'edit' | 'limits' | 'move' | 'delete';

/** The actions on an organisation, for accounts that manage organisations. */
export function OrganisationActions(props: OrganisationActionsProps) {
  const { t } = useTranslation('organisations');
  const may = useMayCall('updateOrganisation');
  const everywhere = useMay('platform.manage');
  const own = useAccount().organisation?.id;
  const [dialog, setDialog] = useState<Dialog>();
  if (!may) return null;
  // Nobody moves or deletes the organisation they are in.
  const detachable = everywhere || props.node.id !== own;
  const add = (['department', 'merchant'] as const).map((key) => ({ key, label: t(`action.${key}`) }));
  const further = everywhere ? (['limits', 'move', 'delete'] as const) : (['move', 'delete'] as const);
  const more = further.map((key) => ({
    key,
    label: t(`action.${key}`),
    danger: key === 'delete',
  }));
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items: add, onClick: ({ key }) => setDialog(key as Dialog) }}>
        <Button icon={<DownOutlined aria-hidden />} iconPlacement="end">
          {t('action.add')}
        </Button>
      </Dropdown>
      <Button onClick={() => setDialog('edit')}>{t('action.edit')}</Button>
      {detachable ? (
        <Dropdown trigger={['click']} menu={{ items: more, onClick: ({ key }) => setDialog(key as Dialog) }}>
          <Button icon={<DownOutlined aria-hidden />} iconPlacement="end">
            {t('action.more')}
          </Button>
        </Dropdown>
      ) : null}
      {dialog ? (
        <Shown {...props} dialog={dialog} own={!detachable} onClose={() => setDialog(undefined)} />
      ) : null}
    </>
  );
}

interface ShownProps extends OrganisationActionsProps {
  dialog: Dialog;
  own: boolean;
  onClose: () => void;
}

function Shown({ dialog, own, node, tree, state, onClose }: ShownProps) {
  if (dialog === 'edit') return <EditOrganisation id={node.id} own={own} onClose={onClose} />;
  if (dialog === 'limits') return <LimitsDialog id={node.id} onClose={onClose} />;
  if (dialog === 'move') return <MoveOrganisation node={node} tree={tree} onClose={onClose} />;
  if (dialog === 'delete') {
    const gone = () => state.choose(node.parentId ?? undefined);
    return <DeleteOrganisation node={node} onClose={onClose} onDone={gone} />;
  }
  return (
    <CreateOrganisation
      kind={dialog}
      parent={node}
      onClose={onClose}
      onDone={(created) => state.choose(created.id)}
    />
  );
}
