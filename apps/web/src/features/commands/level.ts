import type { OrganisationNode } from '@sunfleet/contract';

/** Where rules for commands are set. */
export interface Level {
  /** Undefined: the whole platform. */
  organisationId: number | undefined;
  name: string;
}

/** The organisations whose rules the caller may set, from the top down. */
export function manageable(nodes: readonly OrganisationNode[]): OrganisationNode[] {
  return nodes.flatMap((node) => [...(node.manageable ? [node] : []), ...manageable(node.children)]);
}
