import { type Firmware, firmwareAddress } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useMayCall } from '../../../lib/session/session-context.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { FirmwareStateBadge } from '../firmware-state.tsx';
import { useFirmwareWords } from '../use-firmware-words.ts';

/** Columns of the library; whom a firmware is authorised for is for those who manage it. */
export function useFirmwareColumns(): Column<Firmware>[] {
  const { t } = useTranslation('firmware');
  const format = useFormat();
  const words = useFirmwareWords();
  const mayManage = useMayCall('createFirmware');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('field.name'),
        fixed: true,
        width: 220,
        render: ({ id, name }) => <Link to={firmwareAddress(id)}>{name}</Link>,
      },
      { key: 'version', title: t('field.version'), width: 110, render: ({ version }) => version },
      {
        key: 'state',
        title: t('field.state'),
        width: 150,
        render: (firmware) => <FirmwareStateBadge firmware={firmware} />,
      },
      {
        key: 'component',
        title: t('field.component'),
        width: 170,
        render: ({ component }) => t(`component.${component}`),
      },
      { key: 'models', title: t('field.models'), width: 220, render: ({ models }) => models.join(', ') },
      { key: 'range', title: t('field.range'), width: 170, render: words.range },
      ...(mayManage
        ? [
            {
              key: 'allowed',
              title: t('field.allowed'),
              width: 180,
              render: words.allowed,
            } satisfies Column<Firmware>,
          ]
        : []),
      {
        key: 'bytes',
        title: t('field.bytes'),
        align: 'right',
        width: 100,
        render: ({ bytes }) => words.size(bytes),
      },
      {
        key: 'createdAt',
        title: t('field.createdAt'),
        width: 170,
        render: ({ createdAt }) => format.dateTime(createdAt),
      },
    ],
    [t, format, words, mayManage],
  );
}
