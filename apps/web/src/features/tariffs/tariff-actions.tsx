import { tariffAddress, type Tariff } from '@sunfleet/contract';
import { Button, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay } from '../../lib/session/session-context.tsx';

export interface TariffActionsProps {
  tariff: Tariff;
  onDelete: (tariff: Tariff) => void;
}

/** What the account may do to a tariff. One that stations out of reach have is only copied. */
export function TariffActions({ tariff, onDelete }: TariffActionsProps) {
  const { t } = useTranslation('tariffs');
  const navigate = useNavigate();
  const { id, name, changeable } = tariff;
  if (!useMay('tariffs.manage')) return null;
  return (
    <Space size={4} wrap>
      {changeable ? (
        <Button
          size="small"
          aria-label={t('changeOne', { name })}
          onClick={() => navigate(tariffAddress({ id }))}
        >
          {t('change')}
        </Button>
      ) : null}
      <Button
        size="small"
        aria-label={t('copyOne', { name })}
        onClick={() => navigate(tariffAddress({ copy: id }))}
      >
        {t('copy')}
      </Button>
      {changeable ? (
        <Button size="small" aria-label={t('deleteOne', { name })} onClick={() => onDelete(tariff)}>
          {t('delete')}
        </Button>
      ) : null}
    </Space>
  );
}
