export { noteAtCovered } from './covered-alarms.ts';
export { endShieldsOf, endShieldsOfLabel, moveShieldsOf, shieldCarriers } from './follow-labels.ts';
export { leaveGranted } from './leave-granted.ts';
export { IS_ABOUT, isAbout, isShielded, SHIELD_BEGIN, shieldAt } from './shield-at.ts';
