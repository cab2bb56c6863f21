/** Different texts that are kept; a device can tell any profile. */
const MOST = 10_000;

/** Answers the same text for equal ones, so that one of them is enough. */
export class SharedTexts {
  readonly #known = new Map<string, string>();

  of<Text extends string>(text: Text): Text {
    const known = this.#known.get(text);
    if (known !== undefined) return known as Text;
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(text, text);
    return text;
  }
}
