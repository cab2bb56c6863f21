import { OFFERED_DOMAINS, type OfferedPermission, offeredOf } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import styles from '../roles.module.css';

/** What a role may do, by domain. Domains without a permission are left out. */
export function HeldFunctions({ permissions }: { permissions: readonly OfferedPermission[] }) {
  const { t } = useTranslation('access');
  const held = OFFERED_DOMAINS.map((domain) => ({
    domain,
    names: offeredOf(domain).filter((name) => permissions.includes(name)),
  })).filter(({ names }) => names.length > 0);
  return (
    <div className={styles.domains}>
      {held.map(({ domain, names }) => (
        <section key={domain} className={styles.domain}>
          <h3 className={styles.domainName}>{t(`domain.${domain}`)}</h3>
          <ul className={styles.functions}>
            {names.map((name) => (
              <li key={name}>
                {t(`function.${name}.name`)}
                <span className={styles.hint}>{t(`function.${name}.hint`)}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
