import type { OutputOf } from '@sunfleet/api-client';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { storedNode } from '../../lib/node.ts';
import { useStored } from '../../lib/stored.ts';
import { Choice } from '../../ui/form/field.tsx';

type Node = OutputOf<'listNodes'>[number];

/** The regional node to sign in to; a single node is no choice. */
export function NodeChoice() {
  const { t } = useTranslation('accounts');
  const chosen = useStored(storedNode);
  const { data: nodes = [] } = useCall('listNodes', {});
  if (nodes.length < 2) return null;
  const address = (node: Node) => (node.current ? '' : node.url);
  return (
    <Choice
      label={t('login.node')}
      value={nodes.some((node) => address(node) === chosen) ? chosen : ''}
      options={nodes.map((node) => ({ value: address(node), label: t(`login.nodes.${node.key}`) }))}
      onChange={(url) => storedNode.set(url || undefined)}
    />
  );
}
