import type { OrganisationNode } from '@sunfleet/contract';

/** What a tree shows of an organisation, with its chain of ids. */
export type FlatNode = Omit<OrganisationNode, 'children'> & { path: string };

/** Hangs each organisation below the nearest one above it that is in the list; the rest are roots. The order of the list stays. */
export function buildTree(list: readonly FlatNode[]): OrganisationNode[] {
  const nodes = new Map<number, OrganisationNode>(
    list.map(({ path: _path, ...fields }) => [fields.id, { ...fields, children: [] }]),
  );
  const roots: OrganisationNode[] = [];
  for (const { id, path } of list) {
    const above = path.split('/').filter(Boolean).map(Number).slice(0, -1);
    const parent = above.findLast((ancestor) => nodes.has(ancestor));
    (parent === undefined ? roots : nodes.get(parent)!.children).push(nodes.get(id)!);
  }
  return roots;
}
