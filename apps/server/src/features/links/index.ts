export { createCommandBook } from './create-command-book.ts';
export { createLinkDoors, type LinkDoors } from './create-link-doors.ts';
export { readDoubtedLoggers } from './doubted-loggers.queries.ts';
export { readDoubtedNetwork } from './doubted-network.queries.ts';
export { carriesFor, isBelieved } from './may-carry.ts';
export { noteConnection, noteEnd } from './note-connection.ts';
export { createSessionEpochs, type SessionEpochs } from './session-epochs.ts';
export { readStrays } from './strays.queries.ts';
export { registerLinksRoutes } from './routes.ts';
