import { ADDRESSES, type Label } from '@sunfleet/contract';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format/use-format.ts';

const LISTS = {
  stations: ADDRESSES.stations,
  devices: ADDRESSES.devices,
} as const;

/** How many carry the label, as a link to them. */
export function LabelCount({ of, label }: { of: keyof typeof LISTS; label: Label }) {
  const text = useFormat().number(label[of], 0);
  return label[of] > 0 ? <Link to={`${LISTS[of]}?label=${label.id}`}>{text}</Link> : text;
}
