import type { StationDetail, StationStorage } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Figure, Figures } from '../../../ui/figure/figure.tsx';
import { Card } from '../../../ui/page/card.tsx';

/** W below which a battery does nothing that is worth a word. */
const REST = 20;

/** How full the batteries are, what they do, and how worn they are. */
export function StorageNow({ station, storage }: { station: StationDetail; storage: StationStorage }) {
  const { t } = useTranslation('storage');
  const format = useFormat();
  const { soc, battery, lastDataAt } = station.live;
  const { capacityKwh, soh, units, cyclesEver } = storage;
  const told = units.filter((unit) => unit.soh !== null).length;
  const inside =
    soc === null || capacityKwh === null ? null : (soc / 100) * capacityKwh * ((soh ?? 100) / 100);
  return (
    <Card>
      <Figures>
        <Figure
          label={t('soc')}
          value={format.valueParts(soc, '%', 0)}
          time={lastDataAt}
          color="var(--energy-soc)"
          note={
            inside === null
              ? undefined
              : t('inside', { energy: format.energy(inside), capacity: format.energy(capacityKwh) })
          }
        />
        <Figure
          label={t(doing(battery))}
          value={format.powerParts(battery === null ? null : Math.abs(battery))}
          time={lastDataAt}
          color={`var(--energy-${battery !== null && battery < 0 ? 'charge' : 'discharge'})`}
        />
        <Figure
          label={t('soh')}
          value={format.valueParts(soh, '%', 1)}
          reason={t('noSoh')}
          note={t('sohNote', { count: told })}
        />
        <Figure
          label={t('cyclesEver')}
          value={format.valueParts(cyclesEver, '', 1)}
          reason={t(capacityKwh === null ? 'noCapacity' : 'noCounters')}
          note={t('cyclesEverNote')}
        />
      </Figures>
    </Card>
  );
}

function doing(battery: number | null): 'power' | 'charging' | 'discharging' | 'resting' {
  if (battery === null) return 'power';
  if (Math.abs(battery) < REST) return 'resting';
  return battery < 0 ? 'charging' : 'discharging';
}
