import { type Grant, stationAddress } from '@sunfleet/contract';
import { Popover } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format/use-format.ts';
import styles from './grants.module.css';

/** Names shown before the rest is folded away. */
const SHOWN = 2;

/** What was granted: some stations by name, or an organisation with all it has. */
export function GrantObject({ grant: { object } }: { grant: Grant }) {
  const { t } = useTranslation('grants');
  if (object.kind === 'organisation') return t('object.all', { name: object.name });
  const { stations } = object;
  const links = stations.map(({ id, name }) => (
    <Link key={id} to={stationAddress(id)}>
      {name}
    </Link>
  ));
  const more = stations.length - SHOWN;
  return (
    <span className={styles.names}>
      {links.slice(0, SHOWN)}
      {more > 0 ? (
        <Popover trigger="click" content={<div className={styles.all}>{links}</div>}>
          <button type="button" className={styles.more}>
            {t('object.more', { more })}
          </button>
        </Popover>
      ) : null}
    </span>
  );
}

/** Person or organisation of a grant. */
export function GrantParty({ party }: { party: Pick<Grant['to'], 'kind' | 'name'> }) {
  const { t } = useTranslation('grants');
  return (
    <span title={t(`party.${party.kind}`)}>
      {party.name}
      {party.kind === 'organisation' ? <span className={styles.note}>{t('party.organisation')}</span> : null}
    </span>
  );
}

/** What the grantee is there: one who looks or one who works. */
export function GrantRoleText({ grant }: { grant: Pick<Grant, 'role'> }) {
  const { t } = useTranslation('grants');
  return t(`role.${grant.role}`);
}

/** First and last day. An end at midnight belongs to the day before it. */
export function GrantPeriod({ grant }: { grant: Pick<Grant, 'beginsAt' | 'endsAt'> }) {
  const format = useFormat();
  const day = (time: number) => format.dateTime(time, undefined, 'date');
  return (
    <>
      <span className={styles.day}>{day(grant.beginsAt)} –</span>{' '}
      <span className={styles.day}>{day(grant.endsAt - 1)}</span>
    </>
  );
}

/** When the grant was made, answered and revoked. */
export function GrantStory({ grant }: { grant: Grant }) {
  const { t } = useTranslation('grants');
  const format = useFormat();
  const day = (time: number) => format.dateTime(time, undefined, 'date');
  return (
    <>
      <span className={styles.note}>{t('story.created', { day: day(grant.createdAt) })}</span>
      {grant.answeredAt === null ? null : (
        <span className={styles.note}>{t('story.answered', { day: day(grant.answeredAt) })}</span>
      )}
      {grant.revokedAt === null ? null : (
        <span className={styles.note}>{t('story.revoked', { day: day(grant.revokedAt) })}</span>
      )}
    </>
  );
}
