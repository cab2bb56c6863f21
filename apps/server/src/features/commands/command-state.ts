import type { CommandState, DeviceFailure } from '@sunfleet/contract';
import { onlyReads, type DeviceReply, type DeviceRequest } from '../../platform/links/device-links.ts';

/** Failures of which it is sure that a device did not do what it was asked, although it was asked. */
const SURE: ReadonlySet<DeviceFailure> = new Set(['refused']);
/** The same of reads: the logger or the device said that it could not, and nothing else can have happened. */
const SURE_OF_READS: ReadonlySet<DeviceFailure> = new Set(['refused', 'asleep', 'failed', 'malformed']);

/** How a command ended. What was sent and has no clear answer is unknown. */
export function commandStateOf(request: DeviceRequest, reply: DeviceReply): CommandState {
  if (reply.ok) return 'done';
  if (!reply.sent) return 'failed';
  return (onlyReads(request) ? SURE_OF_READS : SURE).has(reply.failure) ? 'failed' : 'unknown';
}
