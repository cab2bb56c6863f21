/** Letters of a double-byte character set, which tell the traditional, simplified and Japanese forms of the same sign apart. */
function letters(charset: string, leads: [from: number, to: number], trails: [from: number, to: number]) {
  const decoder = new TextDecoder(charset);
  const found = new Set<string>();
  for (let lead = leads[0]; lead <= leads[1]; lead += 1)
    for (let trail = trails[0]; trail <= trails[1]; trail += 1)
      found.add(decoder.decode(Uint8Array.of(lead, trail)));
  return found;
}

export const GB_2312 = letters('gbk', [0xb0, 0xf7], [0xa1, 0xfe]);
const JIS = letters('euc-jp', [0xb0, 0xf4], [0xa1, 0xfe]);
const HAN = /^\p{Script=Han}{2,}$/u;
const KANA = /^[\p{Script=Katakana}ー・]{2,}$/u;
const HANGUL = /^\p{Script=Hangul}{2,}$/u;

/** Countries whose places have names in Chinese signs of their own, which Japanese reads as they are. */
const SIGNS = new Set(['JP', 'CN', 'TW', 'HK', 'MO']);

/** The shortest name, of those the first: `北京` before `北京市`. */
const plainest = (names: readonly string[]) => names.toSorted((a, b) => a.length - b.length)[0];

/** Names in Chinese, Japanese and Korean out of all that a town is called, told apart by their writing. */
export function asianNames(country: string, names: readonly string[]): Record<string, string> {
  const han = (set: ReadonlySet<string>) =>
    names.filter((name) => HAN.test(name) && [...name].every((letter) => set.has(letter)));
  const kana = names.filter((name) => KANA.test(name));
  const found = {
    'zh-CN': plainest(han(GB_2312)),
    'ja-JP': plainest(SIGNS.has(country) ? han(JIS) : kana),
    'ko-KR': plainest(names.filter((name) => HANGUL.test(name))),
  };
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}
