import type { Language } from '@sunfleet/contract';

const MOST_CHARACTERS = 60;

const QUOTES = {
  'en-US': '“”',
  'de-DE': '„“',
  'es-ES': '«»',
  'it-IT': '«»',
  'ja-JP': '「」',
  'ko-KR': '‘’',
  'nl-NL': '‘’',
  'pl-PL': '„”',
  'pt-BR': '“”',
  'zh-CN': '“”',
} as const satisfies Record<Language, string>;

/**
 * A name that people chose, as it stands in a message of the platform: between quotation marks that it cannot end, in one line, short, and
 * without anything that a mail program makes a link of.
 */
export function nameInMessage(language: Language, name: string): string {
  const line = name
    .normalize('NFC')
    // What cannot be seen, and what breaks lines or turns their direction.
    .replaceAll(/\p{Cc}|\p{Zl}|\p{Zp}/gu, ' ')
    .replaceAll(/\p{C}/gu, '')
    .replaceAll(/["“”„‟«»「」『』‘’‚‛‹›]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  const short =
    characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…` : line;
  const [open, close] = QUOTES[language];
  return `${open}${short.split(' ').map(withoutLink).join(' ')}${close}`;
}

/** The dots, colons and slashes of an address get a space behind them, and double slashes go. Figures stay: 9.9 and 10:30. */
function withoutLink(word: string): string {
  if (/^\d+[.,:/]\d+\P{L}?$/u.test(word)) return word;
  return word
    .replaceAll(/[/／\\＼]{2,}/gu, ' ')
    .replaceAll(/(?<=[.。．｡․﹒:：﹕/／\\＼])(?=[^\s.。．｡․﹒:：﹕/／\\＼])/gu, ' ')
    .trim();
}
