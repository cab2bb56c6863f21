import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '../ui/page/states.tsx';

/** An address that no page has. */
export function NotFound() {
  const { t } = useTranslation('common');
  return (
    <EmptyState
      title={t('state.notFoundTitle')}
      hint={t('state.notFoundHint')}
      action={<Link to="/">{t('state.toStations')}</Link>}
    />
  );
}
