import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { choiceField, textsField, useUrlState } from '../../../lib/url-state.ts';
import { usePointName } from '../../../parts/points/use-point-name.ts';
import { Age } from '../../../ui/figure/age.tsx';
import { Choice } from '../../../ui/form/field.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { TileScale } from './tile-scale.tsx';
import styles from './string-tiles.module.css';
import { LOW_SHARE, type Tile, type TileMap } from './tiles.ts';

interface StringTilesProps {
  maps: readonly TileMap[];
  /** Of the station; the browser's where the device has none. */
  zone: string | undefined;
}

/** Inputs and strings of a device as tiles on one scale, so that the weak one among many is seen. A tile leads to its history. */
export function StringTiles({ maps, zone }: StringTilesProps) {
  const { t } = useTranslation('devices');
  const [chosen, choose] = useState(maps[0]!.quantity);
  const map = maps.find(({ quantity }) => quantity === chosen) ?? maps[0]!;
  const newest = Math.max(...map.tiles.map(({ time }) => time));
  return (
    <Card
      title={t('tiles.title')}
      extra={
        <>
          <span className={styles.age}>
            <Age time={newest} {...(zone ? { zone } : {})} />
          </span>
          <Choice
            bare
            label={t('tiles.quantity')}
            value={map.quantity}
            options={maps.map(({ quantity }) => ({ value: quantity, label: t(`tiles.${quantity}`) }))}
            onChange={(value) => choose(maps.find(({ quantity }) => quantity === value)!.quantity)}
          />
        </>
      }
    >
      <ul className={styles.tiles}>
        {map.tiles.map((tile) => (
          <li key={tile.key}>
            <TileButton tile={tile} map={map} />
          </li>
        ))}
      </ul>
      <TileScale map={map} />
    </Card>
  );
}

const TO_HISTORY = { tab: choiceField(['history'], undefined), points: textsField() };

function TileButton({ tile, map }: { tile: Tile; map: TileMap }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const nameOf = usePointName();
  const [, go] = useUrlState(TO_HISTORY);
  const share = format.percent(LOW_SHARE * 100);
  const said = [
    tile.value === null ? t('tiles.old') : format.value(tile.value, map.unit),
    ...(tile.low ? [t('tiles.low', { share })] : []),
  ].join(', ');
  const name = `${nameOf(tile.key)}: ${said}`;
  return (
    <button
      type="button"
      className={styles.tile}
      data-step={tile.step ?? 'none'}
      data-low={tile.low}
      title={name}
      aria-label={`${name}. ${t('points.chart')}`}
      onClick={() => go({ tab: 'history', points: [tile.key] }, { push: true })}
    >
      <span className={styles.number}>
        {tile.n}
        {tile.low ? <span className={styles.mark}>▼</span> : null}
      </span>
      <span className={styles.value}>{format.valueParts(tile.value, map.unit).value}</span>
    </button>
  );
}
