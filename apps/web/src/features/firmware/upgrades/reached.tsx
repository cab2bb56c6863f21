import type { RouteInput, routes } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';

type Target = RouteInput<(typeof routes)['checkFirmwareUpgrade']>['body'];

/** How many devices a target reaches as it is typed, and the first of them. */
export function Reached({ target }: { target: Target }) {
  const { t } = useTranslation('firmware');
  const format = useFormat();
  const asked = useDelayed(JSON.stringify(target), 250);
  const { data, error } = useCall(
    'checkFirmwareUpgrade',
    { body: JSON.parse(asked) as Target },
    { keepPrevious: true },
  );
  if (error) return <FormFailure error={error} />;
  if (!data) return null;
  const first = data.first.join(', ') + (data.devices > data.first.length ? ' …' : '');
  return <p role="status">{t('upgrades.reaches', { n: format.number(data.devices, 0), first })}</p>;
}
