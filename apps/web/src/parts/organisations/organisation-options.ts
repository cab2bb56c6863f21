import type { OrganisationNode } from '@sunfleet/contract';

interface Option {
  value: string;
  label: string;
}

/**
 * The organisations that can be chosen, each with the way to it: `North Solar › Coast branch`. Those that the person does not manage
 * are left out.
 */
export function organisationOptions(nodes: readonly OrganisationNode[], above = ''): Option[] {
  return nodes.flatMap(({ id, name, manageable, children }) => {
    const label = above ? `${above} › ${name}` : name;
    const below = organisationOptions(children, label);
    return manageable ? [{ value: String(id), label }, ...below] : below;
  });
}
