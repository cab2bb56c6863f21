import { ownTextsOf } from './own-texts.ts';

const files = import.meta.glob<object>('../../../../../packages/i18n/locales/*/{common,accounts}.json', {
  import: 'default',
});

/** Fetches the texts of the first page, before anything asks for them. A failure is told where they are asked for. */
export function fetchFirstTexts(language: string): void {
  void ownTextsOf(language);
  for (const domain of ['common', 'accounts']) {
    const fetchFile = files[`../../../../../packages/i18n/locales/${language}/${domain}.json`];
    fetchFile?.().catch(() => undefined);
  }
}
