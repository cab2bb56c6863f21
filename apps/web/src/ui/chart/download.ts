/** Hands a file to the browser's downloads. */
export function download(name: string, content: Blob | string): void {
  const url = typeof content === 'string' ? content : URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replaceAll(/[\\/:*?"<>|]+/g, '-');
  link.click();
  if (typeof content !== 'string') setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Text as CSV with a mark at its head by which spreadsheets know it is UTF-8. */
export const csvBlob = (text: string): Blob => new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' });
