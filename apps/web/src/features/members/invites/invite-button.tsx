import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

/** Opens the dialog that invites somebody. */
export function InviteButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('members');
  return (
    <Button type="primary" onClick={onClick}>
      {t('invite.action')}
    </Button>
  );
}
