type Values = Readonly<Record<string, unknown>>;

/**
 * Address of a request: `:name` parameters filled, the query appended. Lists are written `a,b,c`;
 * what is undefined, null or an empty list is left out.
 */
export function requestUrl(base: string, path: string, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Values;
  const filled = path.replaceAll(/:(\w+)/g, (_match, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = queryText((input.query ?? {}) as Values);
  return `${base}${filled}${query ? `?${query}` : ''}`;
}

function queryText(query: Values): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : value;
    if (text !== undefined && text !== null && text !== '') search.set(name, String(text));
  }
  return search.toString();
}
