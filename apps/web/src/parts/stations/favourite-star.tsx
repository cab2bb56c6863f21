import { StarFilled, StarOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { useAccount } from '../../lib/session/session-context.tsx';
import styles from './favourite-star.module.css';

interface FavouriteStarProps {
  id: number;
  name: string;
  favourite: boolean;
}

/** Marks a station as a favourite, or takes the mark away. Visitors keep nothing, so they have no star. */
export function FavouriteStar({ id, name, favourite }: FavouriteStarProps) {
  const { t } = useTranslation('common');
  const { visitor } = useAccount();
  const mark = useAction('favouriteStation', {
    invalidates: ['getStation', 'listStations', 'findAll'],
  });
  if (visitor) return null;
  const shown = mark.isPending ? mark.variables.body.favourite : favourite;
  return (
    <Tooltip title={t(shown ? 'favourite.unmark' : 'favourite.mark')}>
      <Button
        type="text"
        size="small"
        className={shown ? styles.marked : styles.star}
        icon={shown ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
        aria-label={t('favourite.one', { name })}
        aria-pressed={shown}
        onClick={() => {
          if (!mark.isPending) mark.mutate({ params: { id }, body: { favourite: !favourite } });
        }}
      />
    </Tooltip>
  );
}
