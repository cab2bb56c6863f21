import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { choiceField, textsField, useUrlState } from '../../../lib/url-state.ts';
import { useStored } from '../../../lib/use-stored.ts';
import { Card } from '../../../ui/page/card.tsx';
import { PointTable, type PointTableProps } from './point-table.tsx';
import { storedPins } from './pinned-points.ts';

const TO_HISTORY = { tab: choiceField(['history'], undefined), points: textsField() };

/** Points that the reader pinned, in the order in which they were, and the way to see them in one chart. Draws nothing where the device has none of them. */
export function PinnedCard(props: PointTableProps) {
  const { t } = useTranslation('devices');
  const pins = useStored(storedPins);
  const [, go] = useUrlState(TO_HISTORY);
  const points = pins.flatMap((key) => props.points.find((point) => point.key === key) ?? []);
  if (points.length === 0) return null;
  const compare = () => go({ tab: 'history', points: points.map(({ key }) => key) }, { push: true });
  return (
    <Card
      title={t('points.pinned')}
      extra={
        points.length > 1 ? (
          <Button size="small" onClick={compare}>
            {t('points.compareAll', { n: points.length })}
          </Button>
        ) : null
      }
    >
      <PointTable {...props} points={points} />
    </Card>
  );
}
