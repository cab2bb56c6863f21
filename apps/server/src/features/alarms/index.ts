export { LEVEL_RANK } from './alarm-view.ts';
export { turnShields } from './shields/turn-shields.ts';
export { rulesOf } from './rules/rule-rows.ts';
export { isShielded } from './shields/shield-at.ts';
export { maskAlarm } from './mask-alarm.ts';
export { FAULT_POINTS, faultPointId } from './fault-words.ts';
export { createAlarms, type Alarms } from './create-alarms.ts';
export { removeTakenAlarms } from './remove-taken-alarms.ts';
export { registerAlarmsRoutes } from './routes.ts';
