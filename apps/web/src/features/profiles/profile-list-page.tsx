import { ADDRESSES, profileAddress } from '@sunfleet/contract';
import { profileCoverage, PROFILES } from '@sunfleet/device-model';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format/use-format.ts';
import { familyName } from '../../parts/devices/family-name.ts';
import { Card } from '../../ui/page/card.tsx';
import { Page } from '../../ui/page/page.tsx';
import plain from '../../ui/table/plain-table.module.css';
import { OwnProfiles } from './own-profiles.tsx';
import { pointCount } from './point-count.ts';
import styles from './profiles.module.css';

/** Families of devices that the platform reads, with what it gets of each. */
export function ProfileListPage() {
  const { t } = useTranslation(['profiles', 'devices', 'tools']);
  const format = useFormat();
  return (
    <Page
      help="profiles"
      title={t('title')}
      subtitle={t('hint')}
      permission="parameters.read"
      breadcrumb={<Link to={ADDRESSES.tools}>{t('tools:title')}</Link>}
      actions={<Link to={ADDRESSES.tryProfile}>{t('try.title')}</Link>}
    >
      <div className={styles.stack}>
        <OwnProfiles />
        <Card title={t('families')}>
          <div className={plain.wide}>
            <table className={plain.table}>
              <caption className="visually-hidden">{t('families')}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('column.family')}</th>
                  <th scope="col" className={plain.word}>
                    {t('devices:column.kind')}
                  </th>
                  <th scope="col">{t('tab.points')}</th>
                  <th scope="col">{t('coverage.missing')}</th>
                  <th scope="col">{t('tab.faults')}</th>
                  <th scope="col">{t('tab.parameters')}</th>
                  <th scope="col">{t('coverage.verified')}</th>
                </tr>
              </thead>
              <tbody>
                {PROFILES.map((profile) => {
                  const coverage = profileCoverage(profile);
                  const figures = [
                    pointCount(coverage),
                    coverage.missing.length,
                    coverage.faults,
                    coverage.parameters,
                    coverage.verified,
                  ];
                  return (
                    <tr key={profile.id}>
                      <th scope="row">
                        <Link to={profileAddress(profile.id)}>{familyName(profile)}</Link>{' '}
                        <code>{profile.id}</code>
                      </th>
                      <td className={plain.word}>{t(`devices:kind.${profile.deviceKind}`)}</td>
                      {figures.map((figure, at) => (
                        // oxlint-disable-next-line react/no-array-index-key -- the columns of a row
                        <td key={at}>{figure === null ? t('bySunSpec') : format.number(figure, 0)}</td>
                      ))}
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        </Card>
      </div>
    </Page>
  );
}
