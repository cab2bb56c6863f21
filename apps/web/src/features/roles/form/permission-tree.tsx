import { GIVABLE_DOMAINS, type OfferedDomain, type OfferedPermission, offeredOf } from '@sunfleet/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../roles.module.css';
import { tickOf, toggle, toggleAll } from './ticks.ts';

interface PermissionTreeProps {
  ticked: readonly OfferedPermission[];
  /** Permissions that the person at the form holds. Only these can be ticked. */
  held: readonly OfferedPermission[];
  onChange: (ticked: readonly OfferedPermission[]) => void;
}

/** Functions by domain, each with a tick; a domain's own tick is half where only some of its functions are ticked. */
export function PermissionTree(props: PermissionTreeProps) {
  return (
    <div className={styles.domains}>
      {GIVABLE_DOMAINS.map((domain) => (
        <Domain key={domain} domain={domain} {...props} />
      ))}
    </div>
  );
}

function Domain({ domain, ticked, held, onChange }: PermissionTreeProps & { domain: OfferedDomain }) {
  const { t } = useTranslation(['access', 'roles']);
  const names = offeredOf(domain);
  const tick = tickOf(names, ticked);
  const name = t(`domain.${domain}`);
  const possible = (each: OfferedPermission) => held.includes(each) || ticked.includes(each);
  return (
    <div role="group" aria-label={name} className={styles.domain}>
      <div className={styles.domainName}>
        <Ticked
          checked={tick === 'all'}
          half={tick === 'some'}
          disabled={!names.some(possible)}
          title={undefined}
          onChange={() => onChange(toggleAll(names, { ticked, held }))}
        >
          {name}
        </Ticked>
      </div>
      <ul className={`${styles.functions} ${styles.indented}`}>
        {names.map((each) => (
          <li key={each}>
            <Ticked
              checked={ticked.includes(each)}
              half={false}
              disabled={!possible(each)}
              title={possible(each) ? undefined : t('roles:notHeld')}
              onChange={() => onChange(toggle(ticked, each))}
            >
              {t(`function.${each}.name`)}
              <span className={styles.hint}>{t(`function.${each}.hint`)}</span>
            </Ticked>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface TickedProps {
  checked: boolean;
  half: boolean;
  disabled: boolean;
  title: string | undefined;
  onChange: () => void;
  children: ReactNode;
}

function Ticked({ checked, half, disabled, title, onChange, children }: TickedProps) {
  return (
    <label className={styles.tick} data-disabled={disabled} title={title}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={onChange}
        ref={(input) => {
          if (input) input.indeterminate = half;
        }}
      />
      <span>{children}</span>
    </label>
  );
}
