const LONGEST = 255;

/** How pictures are called before they are drawn anew as WebP. */
const PICTURES = ['jpg', 'jpeg', 'png', 'webp', 'heic', 'heif', 'avif', 'gif', 'bmp', 'tif', 'tiff'];

/**
 * What a kept file is called: as its sender calls it, with the ending of what it is. Systems decide by the ending what to do with a file, so a
 * document that somebody called `Manual.bat` would be run by whoever saves and opens it.
 */
export function keptName(name: string, type: string): string {
  const isDocument = type === 'application/pdf';
  const ending = isDocument ? '.pdf' : '.webp';
  const endings = isDocument ? ['pdf'] : PICTURES;
  // Windows leaves dots and spaces at the end out.
  const shown = name.replace(/[.\s]{1,255}$/u, '');
  const dot = shown.lastIndexOf('.');
  const isKnown = dot >= 0 && endings.includes(shown.slice(dot + 1).toLowerCase());
  const stem = isKnown ? shown.slice(0, dot) : shown;
  return `${stem.slice(0, LONGEST - ending.length).toWellFormed() || 'file'}${ending}`;
}
