export { createLive, type Live } from './create-live.ts';
export { ownFeed } from './own-feed.ts';
export { feedOfOthers, shareFeed } from './shared-feed.ts';
export { registerLiveRoutes } from './routes.ts';
