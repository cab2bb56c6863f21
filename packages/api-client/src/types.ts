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

/** Hears how much of a form has left, from 0 to 1. */
export type OnSent = (share: number) => void;

/** Rejects as `fetch` does where no answer came or the signal was aborted. */
export type SendForm = (
  url: string,
  request: { method: string; headers: Record<string, string>; body: FormData; signal: AbortSignal },
  onSent: OnSent,
) => Promise<{ status: number; text: string }>;

export interface CallOptions {
  signal?: AbortSignal;
  /** The caller shows a refusal itself; `onRefused` is not called. */
  quiet?: boolean;
  /** Sent instead of the session's token. */
  bearer?: string;
  /** Of a file upload: hears how much of it has left, from 0 to 1. */
  onSent?: OnSent;
}

/** Calls a route by name and answers its data; rejects with a `CallError`. */
export type Call = <N extends RouteName>(name: N, ...rest: CallArguments<N>) => Promise<OutputOf<N>>;
