import type { Language } from '@sunfleet/contract';
import { loadTexts, type Text } from '../../platform/text.ts';
import { nameInMessage } from './name-in-message.ts';
import { MADE_BY_PLATFORM, type MessageTemplate } from './templates.ts';

let texts: Promise<Text> | undefined;

interface MessageContent {
  template: MessageTemplate;
  language: Language;
  values: Readonly<Record<string, string | number>>;
}

/**
 * Subject and text of a message. A link in the values gets a paragraph of its own; `what` is the key of a text of security notices. Whatever
 * the platform did not make itself is a name that somebody chose.
 */
export async function renderMessage(content: MessageContent): Promise<{ subject: string; body: string }> {
  texts ??= loadTexts();
  const text = await texts;
  const { template, language, values } = content;
  const { what } = values;
  const said = Object.entries(values).map(([name, value]) => [
    name,
    MADE_BY_PLATFORM.has(name) || value === '' ? value : nameInMessage(language, String(value)),
  ]);
  const told = {
    ...Object.fromEntries(said),
    ...(what && { what: text(language, `messages.securityNotice.what.${what}`) }),
  };
  const of = (part: 'subject' | 'text' | 'link') => text(language, `messages.${template}.${part}`, told);
  return { subject: of('subject'), body: values['link'] ? `${of('text')}\n\n${of('link')}` : of('text') };
}
