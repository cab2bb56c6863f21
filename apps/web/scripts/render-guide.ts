import { Marked, type Tokens } from 'marked';
import { guideAddress } from '../../../packages/contract/src/addresses.ts';
import { GUIDE_PARTS, type GuideHeading, type GuidePart } from '../src/lib/guide/guide-parts.ts';

/** The anchor of a heading, as the places that show Markdown make it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-');
}

/** In a translation a heading names the anchor of the English one in a comment behind it, which other readers of Markdown do not show. */
const NAMED_ANCHOR = /^(.*?)\s*<!--\s*([\w-]+)\s*-->$/;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Where a link of a document leads inside the product; undefined for what is not part of the guide. */
export function linkOf(part: string, href: string): string | undefined {
  if (/^https?:\/\//.test(href)) return href;
  const [, file, anchor = ''] = /^(?:\.\.\/)?([\w-]*?)(?:\.md)?(?:#(.*))?$/.exec(href) ?? [];
  const to = file === '' ? part : file;
  return GUIDE_PARTS.some((known) => known === to) ? `#${guideAddress(to!, anchor)}` : undefined;
}

/** A document of the guide as HTML, with its headings and the words below each for the search. */
export function renderGuide(part: string, markdown: string): GuidePart {
  const headings: GuideHeading[] = [];
  let title = part;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading): string {
        if (depth === 1) {
          title = text;
          return '';
        }
        const [, words = text, anchor] = NAMED_ANCHOR.exec(text) ?? [];
        const id = anchor ?? anchorOf(text);
        headings.push({ id, title: words, depth, text: '' });
        const shown = tokens.filter(({ type }) => !anchor || type !== 'html');
        return `<h${depth} id="${id}" tabindex="-1">${this.parser.parseInline(shown).trim()}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const inner = this.parser.parseInline(tokens);
        const to = linkOf(part, href);
        return to ? `<a href="${escape(to)}">${inner}</a>` : inner;
      },
      html: ({ text }: Tokens.HTML | Tokens.Tag): string => escape(text),
      code: ({ text }: Tokens.Code): string => `<pre tabindex="0"><code>${escape(text)}</code></pre>\n`,
    },
    hooks: {
      // What is wider than a phone scrolls by itself, also by the keyboard.
      postprocess: (html) =>
        html
          .replaceAll('<table>', '<div data-wide tabindex="0"><table>')
          .replaceAll('</table>', '</table></div>'),
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { title, html, headings: withTexts(headings, html) };
}

/** The words that stand below each heading, without their marks. */
function withTexts(headings: readonly GuideHeading[], html: string): GuideHeading[] {
  return headings.map((heading, index) => {
    const from = html.indexOf(`id="${heading.id}"`);
    const next = headings[index + 1];
    const to = next ? html.indexOf(`id="${next.id}"`) : html.length;
    return { ...heading, text: plain(html.slice(html.indexOf('</h', from) + 5, to)) };
  });
}

const plain = (html: string): string =>
  html
    .replaceAll(/<\/?(?:a|code|em|strong)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>?/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
