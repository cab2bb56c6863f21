import { ADDRESSES } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/page/states.tsx';

/** A page that the personal edition does without, with the way to the other edition. */
export function ProfessionalOnly() {
  const { t } = useTranslation('common');
  return (
    <EmptyState
      title={t('state.professionalTitle')}
      hint={t('state.professionalHint')}
      action={<Link to={`${ADDRESSES.account}?tab=type`}>{t('state.toEdition')}</Link>}
    />
  );
}
