import type { Grant } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { GrantActions } from './grant-actions.tsx';
import { GrantBadge } from './grant-badge.tsx';
import { GrantObject, GrantParty, GrantPeriod, GrantRoleText } from './grant-facts.tsx';
import styles from './grants.module.css';

/** A grant on a phone: between whom, in which state, for which stations, until when. */
export function GrantCard({ grant, party }: { grant: Grant; party: 'from' | 'to' }) {
  const { t } = useTranslation('grants');
  return (
    <div className={styles.card}>
      <div className={styles.cardHead}>
        <strong>
          <span className="visually-hidden">{t(`column.${party}`)} </span>
          <GrantParty party={grant[party]} />
        </strong>
        <GrantBadge state={grant.state} />
      </div>
      <GrantObject grant={grant} />
      <div>
        <GrantRoleText grant={grant} />
      </div>
      <div className={styles.muted}>
        <GrantPeriod grant={grant} />
      </div>
      <GrantActions grant={grant} />
    </div>
  );
}
