/** What devices say when the grid is gone or not as it should be; the last part of the key of their text. */
const GRID_TEXTS = new Set([
  'gridLoss',
  'gridVoltage',
  'gridUnderVoltage',
  'gridOverVoltage',
  'gridUnderFrequency',
  'gridOverFrequency',
  'gridDisturbance',
  'gridUnbalance',
]);

export const isGridFault = ({ type, textKey }: { type: string; textKey: string }): boolean =>
  type === 'deviceFault' && GRID_TEXTS.has(textKey.slice(textKey.lastIndexOf('.') + 1));
