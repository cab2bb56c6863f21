import type { OutputOf } from '@sunfleet/api-client';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { nodeIsChosen, storedNode } from '../../../lib/node.ts';
import { useStored } from '../../../lib/use-stored.ts';
import { Choice } from '../../../ui/form/field.tsx';
import { suggestNode } from './suggest-node.ts';

type Node = OutputOf<'listNodes'>[number];

const address = (node: Node) => (node.current ? '' : node.url);

/**
 * The regional node to sign in to: the one chosen before, as long as it is one, else the one for the browser's region. Draws nothing where there is
 * only one node.
 */
export function NodeChoice() {
  const { t } = useTranslation('accounts');
  const chosen = useStored(storedNode);
  const { data: nodes = [] } = useCall('listNodes', {});
  useEffect(() => {
    // Pages ask no other address, and where a single node is left nobody could choose it in place of one that is gone.
    const isGone = nodes.length > 0 && !nodes.some((node) => address(node) === storedNode.get());
    if (isGone && nodeIsChosen()) storedNode.set(undefined);
    const suggested = nodeIsChosen() ? undefined : suggestNode(nodes, navigator.languages);
    if (suggested) storedNode.set(address(suggested));
  }, [nodes]);
  if (nodes.length < 2) return null;
  return (
    <Choice
      label={t('login.node')}
      value={nodes.some((node) => address(node) === chosen) ? chosen : ''}
      options={nodes.map((node) => ({
        value: address(node),
        label: node.name ?? t(`login.nodes.${node.key}`),
      }))}
      onChange={(url) => storedNode.set(url)}
    />
  );
}
