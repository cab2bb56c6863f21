import { type FunctionDomain, FUNCTIONS, type Permission, PERMISSIONS } from '@sunfleet/contract';

/** Domains of functions in the order of the contract. */
export const DOMAINS = Object.keys(FUNCTIONS) as FunctionDomain[];

/** Permissions of a domain, in the order of the contract. */
export const permissionsOf = (domain: FunctionDomain): Permission[] =>
  PERMISSIONS.filter((name) => name.startsWith(`${domain}.`));
