import type { OrganisationNode } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import styles from '../organisations.module.css';

interface DeleteOrganisationProps {
  node: OrganisationNode;
  onClose: () => void;
  onDone: () => void;
}

/** Deletes an empty organisation. Where it is not empty, the dialog says what is still in it. */
export function DeleteOrganisation({ node, onClose, onDone }: DeleteOrganisationProps) {
  const { t } = useTranslation('organisations');
  const remove = useAction('deleteOrganisation', {
    invalidates: ['organisationTree'],
    quiet: true,
    onDone: () => {
      onDone();
      onClose();
    },
  });
  const left = (
    [
      ['members', node.counts.members],
      ['stations', node.counts.stations],
      ['devices', node.counts.devices],
      ['below', node.children.length],
    ] as const
  ).filter(([, count]) => count > 0);
  return (
    <ActionDialog
      title={t('delete.title', { name: node.name })}
      okText={t('delete.ok')}
      danger
      busy={remove.isPending}
      disabled={left.length > 0}
      error={remove.error}
      onOk={() => remove.mutate({ params: { id: node.id } })}
      onClose={onClose}
    >
      {left.length > 0 ? (
        <>
          <p>{t('delete.notEmpty')}</p>
          <ul className={styles.points}>
            {left.map(([what, count]) => (
              <li key={what}>{t(`delete.left.${what}`, { count })}</li>
            ))}
          </ul>
        </>
      ) : (
        <p>{t('delete.consequence', { code: node.code })}</p>
      )}
    </ActionDialog>
  );
}
