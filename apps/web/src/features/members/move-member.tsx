import type { OrganisationNode } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { showNotice } from '../../ui/notice/notice-store.ts';
import { findNode } from '../../parts/organisations/organisation-rows.ts';
import { PickOrganisation } from '../../parts/organisations/pick-organisation.tsx';
import { type MemberDialogProps, MEMBERS_CHANGED } from './member-actions.ts';
import { useRefusalHint } from './use-refusal-hint.ts';

/** Moves a member to a department or another organisation in scope. */
export function MoveMember(props: MemberDialogProps & { tree: readonly OrganisationNode[] }) {
  const { t } = useTranslation('members');
  const { member, tree, onClose } = props;
  const { name } = member;
  const [target, setTarget] = useState<number>();
  const move = useAction('moveMember', {
    invalidates: MEMBERS_CHANGED,
    quiet: true,
    onDone: () => {
      showNotice('success', t('done.move', { name }));
      onClose();
    },
  });
  const reason = (node: OrganisationNode) => {
    if (node.id === member.organisation?.id) return t('confirm.move.already', { name });
    return node.manageable ? undefined : t('confirm.move.loose');
  };
  const organisation = findNode(tree, target)?.name;
  return (
    <ActionDialog
      title={t('confirm.move.title', { name })}
      okText={t('action.move')}
      busy={move.isPending}
      disabled={target === undefined}
      error={move.error}
      errorHint={useRefusalHint(move.error)}
      onOk={() => target && move.mutate({ params: { id: member.id }, body: { organisationId: target } })}
      onClose={onClose}
    >
      <PickOrganisation
        nodes={tree}
        label={t('confirm.move.where')}
        chosen={target}
        onChoose={setTarget}
        reason={reason}
      />
      <p>
        {organisation ? t('confirm.move.text', { name, organisation }) : t('confirm.move.choose', { name })}
      </p>
    </ActionDialog>
  );
}
