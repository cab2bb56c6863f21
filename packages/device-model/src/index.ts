export * from './at/at.ts';
export * from './at/inv-data.ts';
export * from './at/join-network.ts';
export { didYouMean } from './catalogue/near-miss.ts';
export * from './catalogue/points.ts';
export { hasMeans, leavesRollUps } from './catalogue/roll-ups.ts';
export {
  convertUnit,
  recordablePoint,
  unitConversion,
  type UnitConversion,
} from './catalogue/unit-conversion.ts';
export { isUnit, UNIT_FAMILIES, UNITS } from './catalogue/units.ts';
export * from './conditions/condition.ts';
export { parseCondition } from './conditions/parse-condition.ts';
export { ConditionError, type ConditionFault } from './conditions/tokens.ts';
export { claimText, encodeClaimCode } from './claim/claim-code.ts';
export { homeAssistantConfiguration, telegrafConfiguration } from './connect/agent-configurations.ts';
export { curlLine, mosquittoLine } from './connect/command-lines.ts';
export type { ConnectTarget } from './connect/connect-target.ts';
export type { DecodedModbus } from './decoder/decode-modbus.ts';
export { decodeCaptures, type DecodedFrame } from './decoder/decode-frames.ts';
export { FrameError, type FrameFault } from './decoder/frame-error.ts';
export { bytesOfHex, hexOf } from './decoder/hex.ts';
export { FAULT_TEXTS, type FaultText } from './faults/fault-texts.ts';
export * from './modbus/crc16.ts';
export * from './modbus/file-record.ts';
export * from './modbus/firmware-files.ts';
export * from './modbus/rtu.ts';
export * from './modbus/tcp.ts';
export * from './profile/decode-faults.ts';
export { decodePoints } from './profile/decode.ts';
export type { DecodedPoints } from './profile/decoded-points.ts';
export { DEVICE_API_PARAMETERS, type SettableParameter } from './profile/device-api-parameters.ts';
export { describeParameter } from './profile/describe-parameter.ts';
export * from './profile/encode.ts';
export { exampleValues } from './profile/example-values.ts';
export { judgeProfile, type ProfileProblem } from './profile/judge-profile.ts';
export { parameterValue, parameterWord } from './profile/parameter-word.ts';
export { planParameterReads } from './profile/plan-parameter-reads.ts';
export * from './profile/plan-reads.ts';
export * from './profile/plan-write.ts';
export { profileCoverage, type ProfileCoverage } from './profile/profile-coverage.ts';
export * from './profile/register-image.ts';
export * from './profile/schema.ts';
export { addressesOf, functionOf } from './profile/words.ts';
export { SLAVE_ATTRIBUTE, slaveOf, toldSlave } from './profile/slave-of.ts';
export * from './profiles/index.ts';
export { PUSH_LAYOUTS, type PushLayout } from './push/layouts.data.ts';
export * from './push/push.ts';
export { nextSunSpecRead, sunSpecChain, SUNSPEC_BASE, type SunSpecBlock } from './sunspec/chain.ts';
export { encodeSunSpec, type SunSpecLayout } from './sunspec/encode.ts';
export * from './v5/command.ts';
export * from './v5/data.ts';
export * from './v5/frame.ts';
export * from './v5/hello.ts';
export * from './v5/small-frames.ts';
export * from './v5/stream-parser.ts';
export * from './v5/times.ts';
