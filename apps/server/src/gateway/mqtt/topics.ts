/** What a device may publish, below `pv/v1/{organisation}/{sn}/up/`. */
export const UPLINKS = ['telemetry', 'event', 'attributes', 'online', 'answer', 'firmware'] as const;
export type Uplink = (typeof UPLINKS)[number];

/** What a device may subscribe to, below `pv/v1/{organisation}/{sn}/down/`. */
const DOWN_FILTERS: ReadonlySet<string> = new Set(['error', 'command', 'secret', 'firmware', '#', '+']);

/** Longer ones than any organisation and serial number make. */
const LONGEST_TOPIC = 256;

export interface DeviceTopic {
  organisation: string;
  sn: string;
  direction: 'up' | 'down';
  /** Rest of the topic, without a leading slash. */
  name: string;
}

const TOPIC = /^pv\/v1\/([^/]+)\/([^/]+)\/(up|down)\/(.+)$/;

/** Parts of a topic of the device API; undefined for any other. Filters pass too: wildcards are parts like others. */
export function parseTopic(topic: string): DeviceTopic | undefined {
  if (topic.length > LONGEST_TOPIC) return undefined;
  const match = TOPIC.exec(topic);
  if (!match) return undefined;
  const [, organisation, sn, direction, name] = match;
  return { organisation: organisation!, sn: sn!, direction: direction === 'up' ? 'up' : 'down', name: name! };
}

/** Topic of a device, for instance `down/error`. */
export function topicOf({ organisation, sn, direction, name }: DeviceTopic): string {
  return `pv/v1/${organisation}/${sn}/${direction}/${name}`;
}

export function isUplink(name: string): name is Uplink {
  return (UPLINKS as readonly string[]).includes(name);
}

/** Whether a filter ends in a name that exists below `down`, or in a wildcard. */
export function isDownFilter(name: string): boolean {
  return DOWN_FILTERS.has(name);
}

/** What servers subscribe to at an external broker as one group: each message goes to one of them. */
export const sharedUplinks = (group: string): string => `$share/${group}/pv/v1/+/+/up/#`;

/** The group of earlier releases. */
export const FORMER_GROUP = 'sunfleet';
