import { seesMasked, type Actor } from '../../platform/actor.ts';

/** Hides from visitors who and where somebody is. Everybody else sees the values as they are. */
export interface Mask {
  person(name: string | null): string | null;
  phone(phone: string | null): string | null;
  address(address: string | null): string | null;
  /** First three characters of a serial number stay, and the last two. */
  sn(sn: string): string;
  /** Degrees, rounded to about a kilometre. */
  coordinate(degrees: number): number;
  readonly active: boolean;
}

const open: Mask = {
  person: (name) => name,
  phone: (phone) => phone,
  address: (address) => address,
  sn: (sn) => sn,
  coordinate: (degrees) => degrees,
  active: false,
};

const HIDDEN = '***';

const masked: Mask = {
  person: (name) => (name ? `${[...name][0]}${HIDDEN}` : null),
  phone: (phone) => (phone ? `${HIDDEN}${phone.slice(-2)}` : null),
  address: (address) => (address ? HIDDEN : null),
  sn: (sn) => (sn.length > 5 ? `${sn.slice(0, 3)}${'*'.repeat(sn.length - 5)}${sn.slice(-2)}` : HIDDEN),
  coordinate: (degrees) => Math.round(degrees * 100) / 100,
  active: true,
};

/** The one place that decides what is hidden from whom. */
export function maskFor(actor: Pick<Actor, 'role' | 'access'>): Mask {
  return seesMasked(actor) ? masked : open;
}
