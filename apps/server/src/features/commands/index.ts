export {
  endOverdue,
  findCommand,
  insertCommand,
  markEnded,
  markSent,
  readCommands,
} from './command-rows.queries.ts';
export { commandStateOf } from './command-state.ts';
export { countWrites } from './count-writes.ts';
export { forgetCommands } from './forget-commands.ts';
export { registerCommandsRoutes } from './routes.ts';
export { stopRestored } from './stop-restored.ts';
export { holdingRequests, takeCommand } from './take-command.ts';
