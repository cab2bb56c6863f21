import type { OrganisationNode } from '@sunfleet/contract';

/** A line of the tree as it is drawn. */
export interface OrganisationRow {
  node: OrganisationNode;
  /** 1 for the roots. */
  level: number;
  /** Place among its siblings, from 1. */
  position: number;
  siblings: number;
  /** Undefined: nothing is below it. */
  open: boolean | undefined;
  parentId: number | undefined;
}

interface View {
  /** Lines that somebody opened (true) or closed (false). Roots, `chosen` and all above it are open until somebody closes them. */
  toggled: ReadonlyMap<number, boolean>;
  chosen: number | undefined;
  /** Shows what matches by name or code, with what is above it. */
  find: string;
}

/** Whether the organisation itself or one below it passes the test. */
function some(node: OrganisationNode, test: (node: OrganisationNode) => boolean): boolean {
  return test(node) || node.children.some((child) => some(child, test));
}

/** Whether an organisation is `node` or stands below it. */
export const contains = (node: OrganisationNode, id: number): boolean => some(node, (each) => each.id === id);

export function findNode(
  nodes: readonly OrganisationNode[],
  id: number | undefined,
): OrganisationNode | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : findNode(node.children, id);
    if (found) return found;
  }
  return undefined;
}

/** The lines that can be seen, from the top down. */
export function visibleRows(nodes: readonly OrganisationNode[], view: View): OrganisationRow[] {
  const words = view.find.trim().toLocaleLowerCase();
  const matches = ({ name, code }: OrganisationNode) =>
    name.toLocaleLowerCase().includes(words) || code.toLocaleLowerCase().includes(words);
  const isOpen = (node: OrganisationNode, level: number) =>
    view.toggled.get(node.id) ??
    (words !== ''
      ? node.children.some((child) => some(child, matches))
      : level === 1 || (view.chosen !== undefined && contains(node, view.chosen)));

  const rowsOf = (
    siblings: readonly OrganisationNode[],
    place: { level: number; parentId: number | undefined },
  ): OrganisationRow[] => {
    const shown = words === '' ? siblings : siblings.filter((node) => some(node, matches));
    return shown.flatMap((node, index) => {
      const below = words === '' ? node.children : node.children.filter((child) => some(child, matches));
      const open = below.length > 0 ? isOpen(node, place.level) : undefined;
      const row = { node, ...place, position: index + 1, siblings: shown.length, open };
      return open ? [row, ...rowsOf(below, { level: place.level + 1, parentId: node.id })] : [row];
    });
  };
  return rowsOf(nodes, { level: 1, parentId: undefined });
}
