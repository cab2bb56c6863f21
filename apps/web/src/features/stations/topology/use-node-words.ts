import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import type { TreeNode } from './device-tree.ts';

/** What stands on a node: its name, what it is, and its figures. */
export interface NodeWords {
  name: string;
  what: string;
  /** Of a device that is neither normal nor online. */
  status: string;
  figures: string;
  /** How many alarms are open; empty where none is. */
  alarms: string;
}

/** Names a node and its live values, in the language and units of the reader. */
export function useNodeWords(stationName: string): (node: TreeNode) => NodeWords {
  const { t } = useTranslation(['topology', 'devices', 'common']);
  const format = useFormat();
  return useCallback(
    (node) => {
      const { kind, device, power, soc, voltage, current, alarms, n } = node;
      const figures = [
        power === null ? '' : format.power(kind === 'grid' ? Math.abs(power) : power),
        soc === null ? '' : format.percent(soc, 0),
        typeof voltage === 'number' ? format.value(voltage, 'V') : '',
        typeof current === 'number' ? format.value(current, 'A') : '',
      ].filter(Boolean);
      const names: Record<TreeNode['kind'], string> = {
        station: stationName,
        device: device?.name ?? device?.sn ?? '',
        storage: t('battery'),
        grid: t('grid'),
        mppt: t('mppt', { n }),
        string: t('string', { n }),
        more: t('more', { count: n ?? 0 }),
      };
      const ofDevice =
        device?.kind === 'meter'
          ? t(`meterRole.${device.meterRole ?? 'grid'}`, { ns: 'devices' })
          : device && t(`kind.${device.kind}`, { ns: 'devices' });
      const ofGrid = t(power !== null && power < 0 ? 'feedingIn' : 'drawing');
      return {
        name: names[kind],
        what: (kind === 'device' && ofDevice) || (kind === 'grid' && power ? ofGrid : ''),
        status:
          kind === 'device' && device && !['normal', 'online'].includes(device.live.status)
            ? t(`status.device.${device.live.status}`, { ns: 'common' })
            : '',
        figures: figures.join(' · '),
        alarms: alarms > 0 ? t('alarms', { count: alarms }) : '',
      };
    },
    [stationName, t, format],
  );
}
