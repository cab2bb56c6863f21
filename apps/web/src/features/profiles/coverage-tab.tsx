import { type Profile, profileCoverage } from '@sunfleet/device-model';
import { Descriptions } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import { usePointName } from '../../parts/points/use-point-name.ts';
import { Card } from '../../ui/page/card.tsx';
import styles from './profiles.module.css';

/** What the platform gets from devices of the profile, what it misses, how many requests that takes, and where it is from. */
export function CoverageTab({ profile }: { profile: Profile }) {
  const { t } = useTranslation(['profiles', 'points']);
  const format = useFormat();
  const nameOf = usePointName();
  const { points, missing, requests } = profileCoverage(profile);
  const groups =
    points === 'bySunSpec'
      ? []
      : Object.entries(points).map(([group, count]) => ({
          key: group,
          label: t(`points:group.${group as 'ac'}`),
          children: format.number(count, 0),
        }));
  return (
    <div className={styles.stack}>
      <Card title={t('tab.points')}>
        {points === 'bySunSpec' ? (
          <p className={styles.muted}>{t('sunspecHint')}</p>
        ) : (
          <Descriptions column={{ xs: 1, md: 3 }} size="small" items={groups} />
        )}
      </Card>
      {points === 'bySunSpec' ? null : (
        <Card title={t('coverage.missing')}>
          {missing.length === 0 ? (
            <p className={styles.muted}>{t('coverage.nothingMissing')}</p>
          ) : (
            <ul className={styles.list}>
              {missing.map((key) => (
                <li key={key}>
                  {nameOf(key)} <code>{key}</code>
                </li>
              ))}
            </ul>
          )}
        </Card>
      )}
      {requests === 'bySunSpec' ? null : (
        <Card title={t('coverage.requests')}>
          <Descriptions
            column={{ xs: 1, md: 3 }}
            size="small"
            items={(['fast', 'slow', 'once'] as const).map((group) => ({
              key: group,
              label: t(`group.${group}`),
              children: format.number(requests[group], 0),
            }))}
          />
        </Card>
      )}
      <Card title={t('coverage.sources')}>
        <ul className={styles.list}>
          {profile.sources.map(({ name, licence }) => (
            <li key={name}>{`${name} (${licence})`}</li>
          ))}
        </ul>
      </Card>
      <Card title={t('coverage.verified')}>
        {profile.verified.length === 0 ? (
          <p className={styles.muted}>{t('coverage.notVerified')}</p>
        ) : (
          <ul className={styles.list}>
            {profile.verified.map(({ model, firmware, date, by }) => (
              <li key={`${model} ${firmware}`}>{`${model}, ${firmware}, ${date}, ${by}`}</li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}
