import type { OrganisationNode } from '@sunfleet/contract';
import { useState } from 'react';
import { OrganisationTree } from './organisation-tree.tsx';
import styles from './tree.module.css';

interface PickOrganisationProps {
  nodes: readonly OrganisationNode[];
  label: string;
  chosen: number | undefined;
  onChoose: (id: number) => void;
  /** Why one cannot be chosen; undefined: it can. */
  reason: (node: OrganisationNode) => string | undefined;
}

/** The tree in a dialog, to choose one organisation of it. */
export function PickOrganisation(props: PickOrganisationProps) {
  const [find, setFind] = useState('');
  return (
    <div className={styles.pick}>
      <OrganisationTree {...props} find={find} onFind={setFind} />
    </div>
  );
}
