import type { CommandRules } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import { Card } from '../../ui/page/card.tsx';
import plain from '../../ui/table/plain-table.module.css';
import styles from './commands.module.css';
import type { Level } from './level.ts';

/** What was asked of devices within the last hour, and how much of it each person may still do. */
export function UsedLastHour({ level, rules: { used, limits } }: { level: Level; rules: CommandRules }) {
  const { t } = useTranslation('commands');
  const format = useFormat();
  const count = (value: number) => format.number(value, 0);
  const share = (value: number, limit: number) =>
    t('used.share', { used: count(value), limit: count(limit) });
  const ofPlatform = level.organisationId === undefined;
  const writes = ofPlatform ? count(used.writes) : share(used.writes, limits.writesPerOrganisation.now);
  return (
    <Card title={t('used.title')}>
      <div className={styles.stack}>
        <p>{t('used.all', { writes, reads: count(used.reads) })}</p>
        {used.people.length === 0 ? (
          <p>{t('used.none')}</p>
        ) : (
          <div className={plain.wide} role="group" aria-label={t('used.person')} tabIndex={0}>
            <table className={plain.table}>
              <thead>
                <tr>
                  <th scope="col">{t('used.person')}</th>
                  <th scope="col">{t('used.writes')}</th>
                  <th scope="col">{t('used.devices')}</th>
                  <th scope="col">{t('used.reads')}</th>
                </tr>
              </thead>
              <tbody>
                {used.people.map(({ id, name, writes, devices, reads }) => (
                  <tr key={id}>
                    <td>{name ?? t('used.gone')}</td>
                    <td>{share(writes, limits.writesPerPerson.now)}</td>
                    <td>{share(devices, limits.devicesPerPerson.now)}</td>
                    <td>{share(reads, limits.readsPerPerson.now)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
    </Card>
  );
}
