import { BaseSequencer } from 'vitest/node';

/** Test files that take longest, in seconds on two cores; those that are not here take less than half a minute. */
const SECONDS = {
  'server/test/several-servers': 147,
  'server/test/backup': 145,
  'server/test/crash': 120,
  'server/test/crash-alarms': 107,
  'imports/undo/undo': 90,
  'imports/interruptions': 80,
  'server/test/crash-owners': 79,
  'server/test/closed-folder': 76,
  'server/test/crash-job': 69,
  'server/test/external-stores': 68,
  'clickhouse/widen-points': 60,
  'imports/real-data': 60,
  'server/test/store-faults': 56,
  'server/test/killed-gateway': 45,
  'imports/imports': 40,
  'roll-up/plant22': 39,
  'readers/create-reader': 38,
  'server/test/halted-pages': 37,
  'route-matrix/route-matrix': 280,
  'route-matrix/hostile-addresses': 150,
  'route-matrix/hostile-bodies': 150,
  'expected-power/expect-power': 35,
  'route-matrix/api-keys': 50,
  'counter-choices/counter-choices': 46,
  'station-batches/station-batches': 37,
  'e2e/journeys': 390,
  'e2e/import-past': 390,
  'e2e/grants': 260,
  'e2e/add-station': 250,
  'e2e/access': 160,
  'e2e/pictures': 150,
  'e2e/tasks': 150,
  'e2e/label-several': 150,
  'e2e/many-stations': 130,
};

/**
 * Begins with the files that take longest, so that in the end of a group no worker goes on alone. Where nothing is kept of a run before, as in a
 * fresh clone, vitest begins with the largest ones, which are others.
 */
export class LongestFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    // Groups and projects stay one after the other.
    const parts = Map.groupBy(
      sorted,
      ({ project }) => `${project.config.sequence.groupOrder} ${project.name}`,
    );
    return [...parts.values()].flatMap((part) => part.toSorted((one, other) => of(other) - of(one)));
  }
}

const of = ({ moduleId }) =>
  Object.entries(SECONDS).find(([name]) =>
    ['test', 'spec'].some((kind) => moduleId.includes(`/${name}.${kind}.`)),
  )?.[1] ?? 0;
