import type { OutputOf } from '@sunfleet/api-client';

/** What the caller may do on a station, as the server says. */
export type Authority = OutputOf<'plantAuthority'>;
