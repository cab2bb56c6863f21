import type { OrganisationNode } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useMay } from '../../../lib/session/session-context.tsx';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Choices } from '../../../ui/form/choices.tsx';
import { contains, findNode } from '../../../parts/organisations/organisation-rows.ts';
import { PickOrganisation } from '../../../parts/organisations/pick-organisation.tsx';

interface MoveOrganisationProps {
  node: OrganisationNode;
  tree: readonly OrganisationNode[];
  onClose: () => void;
}

/** Moves an organisation with all below it to another superior. */
export function MoveOrganisation({ node, tree, onClose }: MoveOrganisationProps) {
  const { t } = useTranslation('organisations');
  const mayRoot = useMay('platform.manage');
  const [place, setPlace] = useState<'below' | 'root'>('below');
  const [target, setTarget] = useState<number>();
  const move = useAction('moveOrganisation', {
    invalidates: ['organisationTree', 'getOrganisation', 'pageMembers'],
    quiet: true,
    onDone: onClose,
  });
  const reason = (each: OrganisationNode) => {
    if (contains(node, each.id)) return t('move.itself');
    if (each.id === node.parentId) return t('move.already');
    return each.manageable ? undefined : t('move.notYours');
  };
  const root = place === 'root';
  const superior = findNode(tree, target);
  return (
    <ActionDialog
      title={t('move.title', { name: node.name })}
      okText={t('move.ok')}
      busy={move.isPending}
      disabled={!root && target === undefined}
      error={move.error}
      onOk={() =>
        move.mutate({ params: { id: node.id }, body: { parentId: root ? null : (target ?? null) } })
      }
      onClose={onClose}
    >
      {mayRoot ? (
        <Choices
          label={t('move.place')}
          value={place}
          options={[
            { value: 'below', label: t('move.below') },
            { value: 'root', label: t('move.root') },
          ]}
          onChange={setPlace}
        />
      ) : null}
      {root ? null : (
        <PickOrganisation
          nodes={tree}
          label={t('move.superior')}
          chosen={target}
          onChoose={setTarget}
          reason={reason}
        />
      )}
      <p>
        {root || !superior
          ? t('move.consequence', { name: node.name })
          : t('move.consequenceTo', { name: node.name, superior: superior.name })}
      </p>
    </ActionDialog>
  );
}
