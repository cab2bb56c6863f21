import { ownTextsOf } from './own-texts.ts';
import { textFile } from './text-files.ts';

/** Fetches the texts of the first page, before anything asks for them. A failure is told where they are asked for. */
export function fetchFirstTexts(language: string): void {
  void ownTextsOf(language);
  for (const domain of ['common', 'accounts']) textFile(language, domain)?.().catch(() => undefined);
}
