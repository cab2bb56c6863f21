/** The attribute that holds a device's address on the line behind its logger. */
const SLAVE = 'slave';

/** As somebody wrote it down; null: that of its family. */
export function modbusAddressOf(attributes: Readonly<Record<string, string>>): number | null {
  const told = Number(attributes[SLAVE]);
  return Number.isInteger(told) && told >= 1 && told <= 247 ? told : null;
}

/** The attributes with another address. */
export function withModbusAddress(
  attributes: Readonly<Record<string, string>>,
  address: number | null,
): Record<string, string> {
  const { [SLAVE]: _, ...others } = attributes;
  return address === null ? others : { ...others, [SLAVE]: String(address) };
}
