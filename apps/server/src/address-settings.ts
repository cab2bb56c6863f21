import { readAddressLayout, type AddressService } from './platform/address-service.ts';

interface AddressEnvironment {
  SUNFLEET_ADDRESS_URL?: string | undefined;
  SUNFLEET_ADDRESS_LAYOUT: string;
  SUNFLEET_ADDRESS_SOURCE?: string | undefined;
  SUNFLEET_ADDRESS_CREDIT: string;
  SUNFLEET_ADDRESS_PATIENCE_SECONDS: number;
  SUNFLEET_ADDRESS_SEARCHES_PER_PERSON: number;
  SUNFLEET_ADDRESS_SEARCHES_IN_ALL: number;
  SUNFLEET_ADDRESS_DAYS: number;
}

/** The service that finds addresses; undefined: none does. */
export function addressesOf(env: AddressEnvironment): AddressService | undefined {
  const { SUNFLEET_ADDRESS_URL: url, SUNFLEET_ADDRESS_SOURCE: name } = env;
  const layout = readAddressLayout(env.SUNFLEET_ADDRESS_LAYOUT);
  if (!url || !name || !layout) return undefined;
  return {
    url,
    layout,
    name,
    credit: env.SUNFLEET_ADDRESS_CREDIT,
    patienceMs: env.SUNFLEET_ADDRESS_PATIENCE_SECONDS * 1000,
    perPersonDaily: env.SUNFLEET_ADDRESS_SEARCHES_PER_PERSON,
    inAllDaily: env.SUNFLEET_ADDRESS_SEARCHES_IN_ALL,
    keepDays: env.SUNFLEET_ADDRESS_DAYS,
  };
}

/** What is wrong with these settings together: people must read whom they ask. */
export function addressMistakes(env: AddressEnvironment): { setting: string; message: string }[] {
  return env.SUNFLEET_ADDRESS_URL && !env.SUNFLEET_ADDRESS_SOURCE
    ? [{ setting: 'SUNFLEET_ADDRESS_SOURCE', message: 'names the service of SUNFLEET_ADDRESS_URL' }]
    : [];
}
