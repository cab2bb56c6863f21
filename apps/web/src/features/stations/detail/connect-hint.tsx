import { ADDRESSES } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../lib/session/session-context.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';

/** Says how devices are connected, on a station without devices, to people who may connect them. */
export function ConnectHint({ mayAdd }: { mayAdd: boolean }) {
  const { t } = useTranslation('stations');
  const mayImport = useMay('imports.run');
  if (!mayAdd) return <EmptyState title={t('device.emptyTitle')} hint={t('device.emptyHint')} />;
  return (
    <EmptyState
      title={t('device.emptyTitle')}
      hint={t('device.connectHint')}
      action={mayImport ? <Link to={ADDRESSES.newImport}>{t('device.importLink')}</Link> : null}
    />
  );
}
