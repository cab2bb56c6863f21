import type { FoundAddress } from '@sunfleet/contract';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { Position } from './read-position.ts';
import { type ChosenAddress, useAddresses } from './use-addresses.ts';
import { type FoundPlace, type Suggestion, useSuggestions } from './use-suggestions.ts';

export interface TownSearchProps {
  /** The middle of the view, asked when somebody types: of towns alike, the nearer one comes first. */
  near: () => Position;
  onFound: (place: FoundPlace) => void;
  /** Present where addresses are searched, too, on servers that ask somebody for them. */
  onAddress?: ((address: ChosenAddress) => void) | undefined;
}

/** A line of the list. `ask`: send what is typed to whoever finds addresses. */
export type Entry =
  | { kind: 'place'; key: string; suggestion: Suggestion }
  | { kind: 'address'; key: string; address: FoundAddress; source: string }
  | { kind: 'ask'; key: string; source: string };

/** What the box holds and what its keys do. Enter before the answer is there takes the first suggestion of it. */
export function useTownSearch({ near, onFound, onAddress }: TownSearchProps) {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const [middle, setMiddle] = useState<Position>();
  const latest = useRef('');
  const typed = open ? text.trim() : '';
  const { suggestions, ready, lookUp } = useSuggestions(typed, middle);
  const addresses = useAddresses(typed, onAddress !== undefined);
  const entries = entriesOf(suggestions, addresses);
  const shown = open && text.trim() !== '';
  const active = Math.min(at, entries.length - 1);
  const close = () => setOpen(false);
  const take = (place: FoundPlace) => {
    latest.current = place.name;
    setText(place.name);
    close();
    onFound(place);
  };
  const choose = (entry: Entry) => {
    if (entry.kind === 'place') take(entry.suggestion.place);
    else if (entry.kind === 'ask') {
      setAt(0);
      addresses.ask();
    } else {
      const { address, source } = entry;
      take({ name: address.label, latitude: address.latitude, longitude: address.longitude, exact: true });
      onAddress?.({ address, source });
    }
  };
  const enter = async () => {
    const isThere = ready || addresses.search !== undefined;
    const chosen = isThere ? entries[active] : await firstOf(lookUp);
    if (latest.current !== text) return;
    if (chosen) choose(chosen);
    else if (!isThere && addresses.open) addresses.ask();
  };
  const type = (next: string) => {
    latest.current = next;
    setText(next);
    setMiddle(near());
    setOpen(true);
    setAt(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && entries.length > 0) setAt((active + step + entries.length) % entries.length);
    if (step) setOpen(true);
    if (event.key === 'Escape') close();
    if (event.key === 'Enter' && shown) void enter();
    // The caret stays where it is, and the form around the box is not sent.
    if (step || event.key === 'Enter') event.preventDefault();
  };
  return { text, shown, entries, active, ready, addresses, type, choose, close, onKeyDown };
}

const placeEntry = (suggestion: Suggestion): Entry => ({
  kind: 'place',
  key: `${suggestion.place.latitude},${suggestion.place.longitude}`,
  suggestion,
});

async function firstOf(lookUp: () => Promise<Suggestion | undefined>): Promise<Entry | undefined> {
  const suggestion = await lookUp();
  return suggestion && placeEntry(suggestion);
}

/** Addresses were asked for, so they come before the towns; the way to ask comes last. */
function entriesOf(
  suggestions: readonly Suggestion[],
  { source, search, open }: ReturnType<typeof useAddresses>,
): Entry[] {
  const towns = suggestions.map(placeEntry);
  if (!source) return towns;
  const found = (search?.answer?.places ?? []).map((address, index): Entry => {
    return { kind: 'address', key: `address ${index}`, address, source: source.name };
  });
  return [...found, ...towns, ...(open ? [{ kind: 'ask', key: 'ask', source: source.name } as const] : [])];
}
