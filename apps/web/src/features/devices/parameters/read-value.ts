import type { OutputOf } from '@sunfleet/api-client';

/** A parameter as it was read from the device, or why it was not. */
export type ReadValue = OutputOf<'readParameters'>['values'][number];
