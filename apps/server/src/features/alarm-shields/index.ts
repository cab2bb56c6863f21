export { forgetFollowers, noteAtCovered, noteEnded } from './covered-alarms.ts';
export { endShieldsOf, endShieldsOfLabel, moveShieldsOf, shieldCarriers } from './follow-labels.ts';
export { requireRoomOfFollowers } from './require-room-of-followers.ts';
export { leaveGranted } from './leave-granted.ts';
export { alarmsOf, isHeard, isShielded, SHIELD_BEGIN, shieldAt } from './shield-at.ts';
