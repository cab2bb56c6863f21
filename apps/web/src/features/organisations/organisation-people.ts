import type { OrganisationNode } from '@sunfleet/contract';
import type { ComponentType } from 'react';

/** What another feature shows of the people in an organisation. */
export interface OrganisationPeople {
  Members: ComponentType<{
    organisation: { id: number; name: string };
    /** Organisations to which a member can be moved. Empty for accounts that do not see the organisations. */
    tree: readonly OrganisationNode[];
  }>;
  Invites: ComponentType<{ organisation: { id: number; name: string } }>;
}
