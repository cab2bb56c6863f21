import * as z from 'zod';

/**
 * A device profile: a model described as data, never as code. One schema checks it where it is written, loaded and served.
 * value = (raw - rawOffset) * scale; words of longer types stand in `wordOrder` (`hi`: most significant register first).
 */

const address = z.number().int().min(0).max(65_535);
const word = z.number().int().min(0).max(0xff_ff_ff_ff);

export const profilePoint = z.strictObject({
  key: z.string(),
  fn: z.union([z.literal(3), z.literal(4)]).optional(),
  addr: address,
  /** Register of the high word where it does not follow the low one. */
  highAddr: address.optional(),
  /** `datetime`: the device's own clock, a text; one byte (3 registers) or one register (6) for each part from the year on. */
  type: z.enum(['u16', 'i16', 'u32', 'i32', 'u64', 'f32', 'ascii', 'datetime']),
  /** Registers of an `ascii` or `datetime` point; the other types know theirs. */
  count: z.number().int().min(1).max(64).optional(),
  wordOrder: z.enum(['hi', 'lo']).default('hi'),
  scale: z.number().default(1),
  rawOffset: z.number().default(0),
  /** Values outside are not measurements. */
  valid: z.tuple([z.number(), z.number()]).optional(),
  /** Raw values that mean "not implemented". */
  na: z.array(word).default([]),
  group: z.enum(['fast', 'slow', 'once']).default('fast'),
  /** Native codes to platform codes (run states). A code that is missing is "not known". */
  map: z.record(z.string(), z.number()).optional(),
  /** The point exists only while another one, which stands before it in the list, compares so. */
  when: z
    .strictObject({ point: z.string(), op: z.enum(['gt', 'lt', 'eq', 'ne']), value: z.number() })
    .optional(),
  /** A further factor, told by the code in a register (the voltage class of the model); other codes give no value. */
  scaleBy: z.strictObject({ addr: address, map: z.record(z.string(), z.number()) }).optional(),
  /** The value is a magnitude; it is negative when the register holds this code. */
  signBy: z.strictObject({ addr: address, negativeWhen: z.number().int() }).optional(),
});
export type ProfilePoint = z.infer<typeof profilePoint>;

export const faultLevel = z.enum(['tip', 'general', 'emergency']);
export type FaultLevel = z.infer<typeof faultLevel>;

export const profileFault = z.strictObject({
  point: z.string(),
  /** A bit of the word, or a whole value of it. */
  bit: z.number().int().min(0).max(31).optional(),
  value: z.number().int().optional(),
  code: z.string(),
  level: faultLevel,
  textKey: z.string().regex(/^faults\.[a-z0-9]+\.[A-Za-z0-9_]+$/),
});
export type ProfileFault = z.infer<typeof profileFault>;

/** What parameters of a device are about, in the order in which they are shown. */
const PARAMETER_GROUPS = ['operation', 'battery', 'schedule', 'export', 'grid'] as const;

/**
 * A register that may be written, and how far: a parameter of the device. Its value is a number in `unit`; of `hhmm`, which holds hours and
 * minutes as decimal digits, it is the minute of the day.
 */
export const profileWrite = z.strictObject({
  key: z.string(),
  group: z.enum(PARAMETER_GROUPS),
  fn: z.union([z.literal(6), z.literal(16)]),
  /** Function that reads it. */
  readFn: z.union([z.literal(3), z.literal(4)]).default(3),
  addr: address,
  type: z.enum(['u16', 'i16', 'hhmm']),
  scale: z.number().default(1),
  min: z.number(),
  max: z.number(),
  step: z.number().positive(),
  /** Empty: it has none. */
  unit: z.string(),
  /** What its values mean, by value; no other one is taken then. */
  choices: z.record(z.string(), z.string()).optional(),
  /** How success is known: by reading the register again, or by the device's answer alone. */
  confirm: z.enum(['readback', 'ack']),
  /** What a wrong value can harm. */
  risk: z.enum(['low', 'grid', 'safety']),
});
export type ProfileWrite = z.infer<typeof profileWrite>;
export type ProfileWriteInput = z.input<typeof profileWrite>;

/** Values computed from others; a closed set, so that a profile cannot carry code. */
export const derivedPoint = z.strictObject({
  key: z.string(),
  op: z.enum(['sum', 'product']),
  of: z.array(z.string()).min(2),
});

const profileSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  version: z.number().int().min(1),
  brand: z.string(),
  /** Word of the brand in fault text keys. */
  brandKey: z.string().regex(/^[a-z0-9]+$/),
  models: z.array(z.string()).min(1),
  deviceKind: z.enum(['inverter', 'hybrid', 'micro', 'meter', 'battery', 'weather']),
  modbus: z.strictObject({
    slaveDefault: z.number().int().min(1).max(247).default(1),
    fn: z.union([z.literal(3), z.literal(4)]),
    /** Most registers of one read. */
    maxRegs: z.number().int().min(1).max(125),
    /** Pause between two reads, ms. */
    gapMs: z.number().int().min(0).max(10_000).default(150),
    /** Unwanted registers worth reading to save a request. */
    maxGap: z.number().int().min(0).default(12),
  }),
  /** SunSpec devices describe themselves; their points come from the model chain and not from `points`. */
  sunspec: z.boolean().default(false),
  /** Sensor lists of V5 loggers (firmware token) that name this family. */
  sensorLists: z.array(z.number().int()).default([]),
  /** Reads that recognise the model: any word of `anyOf` at the address. */
  identify: z
    .array(z.strictObject({ fn: z.union([z.literal(3), z.literal(4)]), addr: address, anyOf: z.array(word) }))
    .default([]),
  points: z.array(profilePoint),
  derived: z.array(derivedPoint).default([]),
  faults: z.array(profileFault).default([]),
  writes: z.array(profileWrite).default([]),
  /** It takes firmware by file records; `status`: the first of the holding registers that tell how far it is (`firmware-files.ts`). */
  firmwareFiles: z.strictObject({ status: address }).optional(),
  sources: z.array(z.strictObject({ name: z.string(), licence: z.string() })),
  /** Models tested on hardware; the others are shown as experimental. */
  verified: z
    .array(z.strictObject({ model: z.string(), firmware: z.string(), date: z.string(), by: z.string() }))
    .default([]),
});

/** What a schema of single fields cannot see: references between points, and points longer than one read may be. */
const checkedProfile = profileSchema.superRefine((profile, context) => {
  const known = new Map<string, string>();
  for (const point of profile.points) {
    const refuse = (message: string) =>
      context.addIssue({ code: 'custom', message: `${point.key}: ${message}` });
    if (known.has(point.key)) refuse('named twice');
    if (point.when && known.get(point.when.point) !== point.group)
      refuse(`${point.when.point} does not stand before it in its group`);
    if ((point.count ?? 1) > profile.modbus.maxRegs) refuse('longer than one read');
    if (point.type === 'datetime' && point.count !== 3 && point.count !== 6)
      refuse('a clock has 3 or 6 registers');
    known.set(point.key, point.group);
  }
  const parameters = new Set<string>();
  for (const { key } of profile.writes) {
    if (parameters.has(key)) context.addIssue({ code: 'custom', message: `${key}: written twice` });
    parameters.add(key);
  }
});
export type Profile = z.infer<typeof profileSchema>;
export type ProfileInput = z.input<typeof profileSchema>;

/** Checks a profile's data. Throws a `ZodError` that names what is wrong. */
export function defineProfile(input: ProfileInput): Profile {
  return checkedProfile.parse(input);
}
