import { type Call, CallError, type InputOf, type OutputOf } from '@sunfleet/api-client';
import type { RouteName } from '@sunfleet/contract';

/** Answers by route: data, a function of the input, or a `CallError` to reject with. */
export type Answers = {
  [N in RouteName]?: OutputOf<N> | CallError | ((input: InputOf<N>) => OutputOf<N> | Promise<OutputOf<N>>);
};

export interface FakeCall {
  call: Call;
  /** Inputs each route was called with, oldest first. */
  inputs: <N extends RouteName>(name: N) => InputOf<N>[];
}

/** A server made of answers; a route without one fails the test by name. */
export function fakeCall(answers: Answers): FakeCall {
  const seen: [RouteName, unknown][] = [];
  const call = async (name: RouteName, input: unknown): Promise<unknown> => {
    seen.push([name, input]);
    const answer: unknown = answers[name];
    if (answer === undefined) throw new Error(`the test gives no answer to ${name}`);
    if (answer instanceof CallError) throw answer;
    return typeof answer === 'function' ? (answer as (input: unknown) => unknown)(input) : answer;
  };
  return {
    call: call as Call,
    inputs: <N extends RouteName>(name: N) =>
      seen.filter(([route]) => route === name).map(([, input]) => input as InputOf<N>),
  };
}
