/** Places in all kept layouts together; a list of points that belongs to one device alone is not worth more. */
const MOST_PLACES = 1_000_000;

/**
 * Which point stands in which place, in the order in which a device brought them. Devices of one model bring the same points in the same order,
 * so they share one layout: the layout after each further point is made once.
 */
export class PointLayout {
  readonly points: readonly number[];
  readonly #family: { places: number };
  readonly #next = new Map<number, PointLayout>();

  private constructor(points: readonly number[], family: { places: number }) {
    this.points = points;
    this.#family = family;
  }

  /** The layout without points, from which those of devices grow. */
  static none(): PointLayout {
    return new PointLayout([], { places: 0 });
  }

  /** Whether no more layouts are kept, because too many devices brought points in an order of their own. */
  get isFull(): boolean {
    return this.#family.places >= MOST_PLACES;
  }

  /** This layout with one more point at its end. */
  with(point: number): PointLayout {
    const known = this.#next.get(point);
    if (known) return known;
    const made = new PointLayout([...this.points, point], this.#family);
    if (!this.isFull) {
      this.#family.places += made.points.length;
      this.#next.set(point, made);
    }
    return made;
  }

  /** Whether the rows of a block from `start` on have exactly these points. */
  fits(points: Uint32Array, start: number, count: number): boolean {
    const own = this.points;
    if (count !== own.length) return false;
    for (let place = 0; place < count; place += 1) if (points[start + place] !== own[place]) return false;
    return true;
  }
}
