import type { SentCommand } from '@sunfleet/contract';
import type { TFunction } from 'i18next';

type T = TFunction<'devices'>;

/** What was asked: `read registers from 60: 2`. */
export function askedText(t: T, { asked }: SentCommand): string {
  if (asked.type === 'command') return asked.name;
  if (asked.type === 'modbusRead') return t('command.read', { count: asked.count, addr: asked.addr });
  return t('command.write', { words: asked.words.join(', '), addr: asked.addr });
}

/** What became of it: `failed: not connected`. */
export function becameText(t: T, { state, failure, detail, words }: SentCommand): string {
  return [
    t(`command.state.${state}`),
    failure ? t(`command.failure.${failure}`) : null,
    detail,
    words ? words.join(', ') : null,
  ]
    .filter(Boolean)
    .join(': ');
}
