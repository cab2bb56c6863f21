import { SLAVE_ATTRIBUTE } from '@sunfleet/device-model';

/** Attributes of a device with another address on the line behind its logger; null: that of its family. */
export function withModbusAddress(
  attributes: Readonly<Record<string, string>>,
  address: number | null,
): Record<string, string> {
  const { [SLAVE_ATTRIBUTE]: _, ...others } = attributes;
  return address === null ? others : { ...others, [SLAVE_ATTRIBUTE]: String(address) };
}
