/** What can be done with several stations, in the order of the menu. */
export const SEVERAL_ACTIONS = ['label', 'mark', 'unmark', 'grant', 'move', 'end'] as const;
export type SeveralAction = (typeof SEVERAL_ACTIONS)[number];
