import type { Organisation } from '@sunfleet/contract';
import { Descriptions } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { countryName } from '../../lib/countries.ts';
import { UNKNOWN } from '../../lib/format/number.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { Loaded } from '../../ui/page/page.tsx';

/** Every field of an organisation. */
export function OrganisationDetails({ id }: { id: number }) {
  const organisation = useCall('getOrganisation', { params: { id } });
  return (
    <Loaded loading={organisation}>
      {organisation.data ? <Fields organisation={organisation.data} /> : null}
    </Loaded>
  );
}

type Quota = Organisation['quotas']['devices'];

const inMegabytes = ({ used, limit }: Quota): Quota => ({
  used: Math.ceil(used / MEGABYTE),
  limit: limit / MEGABYTE,
});
const MEGABYTE = 1024 * 1024;

function Fields({ organisation }: { organisation: Organisation }) {
  const { t } = useTranslation('organisations');
  const format = useFormat();
  const { area, quotas } = organisation;
  const quota = ({ used, limit }: Quota) =>
    t('quota', { used: format.number(used), limit: format.number(limit) });
  const values = {
    name: organisation.name,
    kind: t(`kind.${organisation.kind}`),
    type: t(`type.${organisation.type}`),
    tie: t(`tie.${organisation.tie}.name`),
    businessType: organisation.businessType,
    area: area && countryName(area, format.language),
    taxId: organisation.taxId,
    bankName: organisation.bankName,
    bankAccount: organisation.bankAccount,
    createdAt: format.dateTime(organisation.createdAt),
    devices: quota(quotas.devices),
    customPoints: quota(quotas.customPoints),
    samplesToday: quota(quotas.samplesToday),
    samplesStored: quota(quotas.samplesStored),
    stationFiles: quota(inMegabytes(quotas.stationFiles)),
  };
  const items = (Object.keys(values) as (keyof typeof values)[]).map((key) => ({
    key,
    label: t(`field.${key}`),
    children: values[key] ?? UNKNOWN,
  }));
  return <Descriptions column={{ xs: 1, lg: 2 }} size="small" items={items} />;
}
