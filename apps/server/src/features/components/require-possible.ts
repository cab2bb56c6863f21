import { componentFaults, type ComponentInput } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';

const MOST_NAMED = 50;

/** Throws AppError `invalidInput` with what cannot be between the figures of data sheets, by the path of each. */
export function requirePossible(
  { text }: Pick<Platform, 'text'>,
  { language }: RequestContext,
  components: readonly { path: string; component: ComponentInput }[],
): void {
  const [first, ...others] = components.flatMap(({ path, component }) =>
    componentFaults(component).map((fault) => ({
      path: `${path}.sheet.${fault.path}`,
      message: text(language, `rules.${fault.rule}`),
    })),
  );
  if (first)
    throw new AppError('invalidInput', { fields: first.path }, [first, ...others].slice(0, MOST_NAMED));
}
