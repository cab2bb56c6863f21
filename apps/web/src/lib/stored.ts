/** A value kept in web storage that components can follow, here and in other tabs. */
export interface Stored<T> {
  get: () => T;
  /** `undefined` removes the value, back to the fallback. */
  set: (value: T | undefined) => void;
  subscribe: (listener: () => void) => () => void;
}

interface StoredOptions<T> {
  key: string;
  /** Checks what was read; answers undefined for anything that does not fit. */
  parse: (value: unknown) => T | undefined;
  fallback: T;
  storage?: Storage;
}

/** Follows one key of web storage. Where storage is refused (private modes), the value lives as long as the page. */
export function createStored<T>(options: StoredOptions<T>): Stored<T> {
  const { key, parse, fallback, storage = localStorage } = options;
  const listeners = new Set<() => void>();
  let current: T | undefined = read(storage, key, parse);
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return;
    current = read(storage, key, parse);
    tell();
  };
  return {
    get: () => current ?? fallback,
    set: (value) => {
      current = value;
      write(storage, key, value);
      tell();
    },
    subscribe: (listener) => {
      if (listeners.size === 0) addEventListener('storage', onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener('storage', onStorage);
      };
    },
  };
}

function read<T>(storage: Storage, key: string, parse: (value: unknown) => T | undefined): T | undefined {
  try {
    const text = storage.getItem(key);
    return text === null ? undefined : parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function write(storage: Storage, key: string, value: unknown): void {
  try {
    if (value === undefined) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or refused: the value still holds for this page.
  }
}
