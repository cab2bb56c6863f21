import type { DeviceImport } from '@sunfleet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callKey, useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Card } from '../../../ui/page/card.tsx';
import plain from '../../../ui/table/plain-table.module.css';
import { Button } from '../../../ui/form/button.tsx';
import { countsText } from './counts-text.ts';
import { ImportState } from './import-state.tsx';

/** Tables that one uploaded lately: who closed the page finds them here. */
export function LastImports({ onOpen }: { onOpen: (id: number) => void }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const known = useQueryClient().getQueryData<DeviceImport[]>(callKey('listDeviceImports', {}));
  const { data } = useCall(
    'listDeviceImports',
    {},
    { refetchMs: known?.some(({ state }) => state === 'running') ? 2000 : false },
  );
  if (!data || data.length === 0) return null;
  return (
    <Card title={t('import.recent')} flush>
      <div className={plain.wide}>
        <table className={`${plain.table} ${plain.words}`}>
          <caption className="visually-hidden">{t('import.recent')}</caption>
          <tbody>
            {data.map((one) => (
              <tr key={one.id}>
                <th scope="row">
                  <Button kind="quiet" onClick={() => onOpen(one.id)}>
                    {one.fileName}
                  </Button>
                </th>
                <td>
                  <ImportState state={one.state} />
                </td>
                <td>{countsText(one, t, format)}</td>
                <td>{format.dateTime(one.createdAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
