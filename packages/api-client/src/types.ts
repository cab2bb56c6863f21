import type { RouteInput, RouteName, RouteOutput, routes } from '@sunfleet/contract';

type Routes = typeof routes;

/** What a caller passes to a route: `params`, `query` and `body`, each where the route has it; a file upload is a form. */
export type InputOf<N extends RouteName> = Routes[N] extends { transport: 'multipart' }
  ? Omit<RouteInput<Routes[N]>, 'body'> & { body: FormData }
  : RouteInput<Routes[N]>;

/** `data` of the answer; a file that comes without an envelope. */
export type OutputOf<N extends RouteName> = Routes[N] extends { transport: 'raw' }
  ? Blob
  : RouteOutput<Routes[N]>;

type NeedsInput<I> = Record<never, never> extends I ? false : true;

/** Arguments after the route's name: the input may be left out where the route needs none. */
export type CallArguments<N extends RouteName> =
  NeedsInput<InputOf<N>> extends true
    ? [input: InputOf<N>, options?: CallOptions]
    : [input?: InputOf<N>, options?: CallOptions];

export interface CallOptions {
  signal?: AbortSignal;
  /** The caller shows a refusal itself; `onRefused` is not called. */
  quiet?: boolean;
  /** Sent instead of the session's token. */
  bearer?: string;
}

/** Calls a route by name and answers its data; rejects with a `CallError`. */
export type Call = <N extends RouteName>(name: N, ...rest: CallArguments<N>) => Promise<OutputOf<N>>;
