/** Names of `common:map` texts: the browser cannot draw maps, or something else went wrong (a part of the page is missing). */
export type MapFailure = 'noWebgl' | 'failed';

/** Why a map that failed did so. */
export function mapFailure(
  canvas: Pick<HTMLCanvasElement, 'getContext'> = document.createElement('canvas'),
): MapFailure {
  return canvas.getContext('webgl2') || canvas.getContext('webgl') ? 'failed' : 'noWebgl';
}
