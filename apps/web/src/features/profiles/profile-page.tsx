import { ADDRESSES, tryProfileAddress } from '@sunfleet/contract';
import { profileById } from '@sunfleet/device-model';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { textField, useUrlState } from '../../lib/url-state.ts';
import { familyName } from '../../parts/devices/family-name.ts';
import { Page } from '../../ui/page/page.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { ProfileTabs } from './profile-tabs.tsx';

const FIELDS = { id: textField() };

/** One family as it is shipped: to look at, to test, and to begin a changed copy with. */
export function ProfilePage() {
  const { t } = useTranslation(['profiles', 'devices']);
  const [{ id }] = useUrlState(FIELDS);
  const profile = profileById(id);
  if (!profile)
    return <EmptyState title={t('unknown')} action={<Link to={ADDRESSES.profiles}>{t('title')}</Link>} />;
  const facts = [t(`devices:kind.${profile.deviceKind}`), profile.id, t('version', { n: profile.version })];
  return (
    <Page
      help="profiles"
      title={familyName(profile)}
      subtitle={facts.join(' · ')}
      permission="parameters.read"
      breadcrumb={<Link to={ADDRESSES.profiles}>{t('title')}</Link>}
      actions={<Link to={tryProfileAddress(profile.id)}>{t('try.copy')}</Link>}
    >
      <ProfileTabs profile={profile} />
    </Page>
  );
}
