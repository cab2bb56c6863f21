import type { StationDetail } from '@sunfleet/contract';
import { useDraft } from '../../../lib/draft.ts';
import { useFields } from '../../../lib/form/use-fields.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import type { StationForm } from '../entry/station-form.ts';
import { STATION_RULES, type StationValues } from '../entry/station-values.ts';
import { savedMeanwhile, type Sides, withSides } from './meanwhile.ts';
import { bodyOf, differingFields, storedValues } from '../entry/stored-values.ts';

/** What is typed, and the state of the station that it began with. */
interface Draft {
  values: StationValues;
  base: StationValues;
  version: number;
}

/** The values of the form of a station that is there, with drafts, rules, refusals, and what somebody else saves meanwhile. */
export function useEditForm(station: StationDetail) {
  const saved = storedValues(station);
  const [draft, keep, forget] = useDraft<Draft>(`station.${station.id}`, {
    values: saved,
    base: saved,
    version: station.version,
  });
  const save = useAction('editStation', {
    quiet: true,
    invalidates: ['getStation', 'listStations', 'mapStations', 'portfolioOverview', 'listAudit'],
  });
  const outdated = save.error?.error === 'stationEdited';
  const fields = useFields<StationValues>({
    initial: draft.values,
    rules: STATION_RULES,
    error: outdated ? null : save.error,
  });
  const { values } = fields;
  const versions = { base: draft.base, mine: values, saved };
  // While one's own change is under way, the live stream may tell it before the answer comes.
  const isNewer = station.version > draft.version && !save.isPending && !save.isSuccess;
  /** Begins with what is stored now, and goes on with these values. */
  const rebase = (next: StationValues) => {
    keep({ values: next, base: saved, version: station.version });
    fields.put(next);
    save.reset();
  };
  const form: StationForm = {
    values,
    change: (part) => {
      keep({ ...draft, values: { ...values, ...part } });
      fields.put(part);
    },
    errorOf: fields.errorOf,
    leave: fields.leave,
    mayChoose: false,
    mayOffer: false,
  };
  return {
    form,
    version: draft.version,
    changed: differingFields(draft.base, values),
    /** Whether somebody else has saved since the form began, or since it was decided over last. */
    isNewer,
    /** The last try to save met what somebody else had saved, and the page does not have that yet. */
    behind: outdated && !isNewer ? save.error : null,
    meanwhile: isNewer ? savedMeanwhile(versions) : [],
    versions,
    decide: (sides: Sides) => rebase(withSides(versions, sides)),
    faulty: fields.faulty,
    rest: fields.rest,
    rejected: outdated ? null : save.error,
    busy: save.isPending,
    saved: save.isSuccess,
    forget,
    submit: () => {
      const right = fields.submit();
      if (!right) return false;
      save.mutate(
        { params: { id: station.id }, body: { ...bodyOf(right), version: draft.version } },
        { onSuccess: forget },
      );
      return true;
    },
  };
}

export type EditForm = ReturnType<typeof useEditForm>;
