import type { AuditEntry } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { UNKNOWN } from '../../lib/format/number.ts';
import { ToneBadge } from '../../ui/status/tone-badge.tsx';
import { domainOf } from './action-words.ts';
import { objectAddress } from './object-address.ts';
import styles from './audit.module.css';

/** Who did it: a name, or what kind of actor it was. */
export function ActorName({ entry: { user, actorKind } }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  if (!user) return t(`actor.${actorKind}`);
  return (
    <>
      {user.name}
      {actorKind === 'apiKey' ? <span className={styles.note}>{t('actor.apiKey')}</span> : null}
    </>
  );
}

/** Whether it was done or refused. */
export function Outcome({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  return <ToneBadge tone={entry.allowed ? 'normal' : 'general'}>{t(`allowed.${entry.allowed}`)}</ToneBadge>;
}

/** What it was done to, by name and, small, by number; as a link where there is a page of it. */
export function ObjectLink({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const { objectType, objectId, objectName, allowed } = entry;
  const domain = allowed ? domainOf(objectType) : undefined;
  const text = [domain ? t(`domain.${domain}`) : null, objectName].filter(Boolean).join(' ');
  const address = objectAddress(entry);
  if (text === '' && objectId === '') return UNKNOWN;
  return (
    <>
      {address ? (
        <Link className={styles.link} to={address}>
          {text}
        </Link>
      ) : (
        text
      )}
      {text === '' ? null : ' '}
      {objectId === '' ? null : <span className={styles.number}>#{objectId}</span>}
    </>
  );
}
