import { AsyncLocalStorage } from 'node:async_hooks';

/** Connections to PostgreSQL that a piece of work holds. */
export interface HeldConnections {
  count: number;
}

const held = new AsyncLocalStorage<HeldConnections>();

/** Counts the connections that the work takes in `connections` for as long as it holds them. */
export function countingConnections<T>(connections: HeldConnections, work: () => Promise<T>): Promise<T> {
  return held.run(connections, work);
}

/** To be called by whoever gives connections out; answers what is to be called when this one comes back. */
export function connectionTaken(): () => void {
  const connections = held.getStore();
  if (!connections) return () => undefined;
  connections.count += 1;
  let isBack = false;
  return () => {
    if (!isBack) connections.count -= 1;
    isBack = true;
  };
}
