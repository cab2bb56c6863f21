export * from './addresses.ts';
export * from './audit.ts';
export * from './envelope.ts';
export * from './errors.ts';
export * from './history-resolution.ts';
export * from './is-measurable.ts';
export * from './limits.ts';
export type { FoundAddress } from './routes/addresses.ts';
export { LARGEST_TOWN_TILE } from './towns.ts';
export * from './access/index.ts';
export * from './route.ts';
export { timeReader, type ReadTime, type TimeReader } from './read-time.ts';
export { readClaimCode } from './claim-code.ts';
export { readDayRange, readRange, rangeText, type Range } from './read-range.ts';
export { csvQuoted, harmlessText, looksLikeFormula } from './csv-text.ts';
export * from './rules.ts';
export * from './product-words.ts';
export {
  partNameRule,
  phasesRule,
  protectionRule,
  specificationFault,
  warrantyMonthsRule,
  weightRule,
} from './product-rules.ts';
export type { DeviceProfile } from './routes/device-profiles.ts';
export type { LocalMode, SafetyStandard } from './routes/local-modes.ts';
export { TEXT_FAULTS, textFault, withOwnTexts, type OwnTexts, type TextFault } from './own-texts.ts';
export type { CheckedTexts, TextRow } from './routes/own-texts.ts';
export type { OwnProfile } from './routes/own-profiles.ts';
export type { ProductFile } from './routes/product-files.ts';
export {
  productInput,
  type Product,
  type ProductInput,
  type ProductPart,
  type ProductSpecification,
  type ProductWarranty,
} from './routes/products.ts';
export * from './task-words.ts';
export { clockRule, momentRule, windowRule } from './task-rules.ts';
export { taskInput, type Task, type TaskInput, type TaskRun, type TaskSchedule } from './routes/tasks.ts';
export { dataVolumeRule, iccidRule, imeiRule, msisdnRule } from './sim-rules.ts';
export { isSafetyFault, SAFETY_FAULTS } from './safety-faults.ts';
export { SERIAL_LENGTH, splitSerials } from './serial-numbers.ts';
export {
  STATION_FIGURES,
  STATION_REVENUES,
  STATION_TEXTS,
  type StationFigure,
  type StationRevenueFigure,
  type StationText,
} from './station-figures.ts';
export {
  DEVICE_COLUMNS,
  DEVICE_DAYS,
  DEVICE_FIGURES,
  DEVICE_TEXTS,
  type DeviceColumn,
  type DeviceDay,
  type DeviceFigure,
  type DeviceText,
} from './device-figures.ts';
export { deviceFilter, type DeviceFilter } from './device-filters.ts';
export { lacksCurrency, stationFilter, type StationFilter } from './station-filters.ts';
export {
  isTimeFormat,
  timeFormatParts,
  TIME_FORMAT_LENGTH,
  type TimeField,
  type TimeToken,
} from './time-format.ts';
export * from './vocabulary.ts';
export { routes, type RouteName } from './routes/index.ts';
export {
  account,
  loginResult,
  organisationDetails,
  session,
  type Account,
  type LoginResult,
  type Session,
} from './routes/accounts.ts';
export { accountFile } from './routes/account-export.ts';
export { apiKey, passkey, settings, type Settings } from './routes/settings.ts';
export { auditEntry, type AuditEntry } from './routes/audit.ts';
export { cancellation, STATION_FATES } from './routes/cancellation.ts';
export { commandRules, type CommandRules, type CommandStop } from './routes/commands.ts';
export { type CustomPoint, type PointDescription, type PointRecording } from './routes/custom-points.ts';
export * from './instruction-rules.ts';
export type { Instruction, InstructionInput, InstructionSet } from './routes/instructions.ts';
export type { FaultRecording } from './routes/fault-recordings.ts';
export type { Parameter } from './routes/parameters.ts';
export { BATCH_VERDICTS } from './device-batch-words.ts';
export type { CheckedDevice, DeviceBatch } from './routes/device-batches.ts';
export type { DeviceTarget } from './routes/device-runs.ts';
export type { Run, RunDevice, RunStep } from './routes/runs.ts';
export type { SentCommand } from './routes/registers.ts';
export { grant, handOver, type Grant, type HandOver } from './routes/grants.ts';
export { label, type Label } from './routes/labels.ts';
export { savedView, type SavedView } from './routes/saved-views.ts';
export { SAVED_LIST_FACTS, SAVED_LISTS, type SavedListName } from './saved-lists.ts';
export type { SeveralResult, StationTarget } from './routes/several-stations.ts';
export { stationExport, type StationExport } from './routes/station-exports.ts';
export { type ImportedSims, SIM_SORTS, type SimFields, simInput, type SimRow } from './routes/sims.ts';
export type { Found, FoundPage } from './routes/search.ts';
export { member, type Member } from './routes/members.ts';
export {
  organisation,
  organisationNode,
  type Organisation,
  type OrganisationNode,
} from './routes/organisations.ts';
export { outboxMessage } from './routes/outbox.ts';
export { componentFaults, type ComponentFault } from './component-faults.ts';
export {
  COMPONENT_KINDS,
  inverterSheet,
  MODULE_TECHNOLOGIES,
  moduleSheet,
  type Component,
  type ComponentInput,
  type ComponentKind,
  type InverterSheet,
  type ModuleSheet,
} from './routes/components.ts';
export type { Firmware, FirmwareKey } from './routes/firmware.ts';
export type { FirmwareUpgrade, FirmwareUpgradeDevice, OwnUpgrade } from './routes/firmware-upgrades.ts';
export { compareFirmwareVersions, readFirmwareVersion } from './firmware-version.ts';
export { firmwareStatement, type FirmwareClaims } from './firmware-statement.ts';
export { stringWarnings, type StringWarning } from './string-checks.ts';
export { stringMap, type MappedInput, type StringMap } from './string-map.ts';
export { arrayPower, designFaults, type DesignFault } from './design-faults.ts';
export type {
  DesignVersion,
  HorizonPoint,
  StationArray,
  StationDesign,
  StationInverter,
} from './routes/station-designs.ts';
export {
  countedRevenue,
  PAYBACK_GAPS,
  REVENUE_GAPS,
  type CountedRevenue,
  type ExchangeRates,
  type RevenuePeriod,
  type RevenueSums,
  type StationRevenue,
  type StationTariffs,
  type Tariff,
  type TariffVersion,
} from './routes/tariffs.ts';
export { type Proposal } from './routes/proposals.ts';
export { role, type CustomRole } from './routes/roles.ts';
export {
  alarm,
  ALARM_COLUMNS,
  ALARM_ASSIGNED,
  ALARM_HANDLINGS,
  ALARM_SORTS,
  type Alarm,
  type AlarmExportColumn,
  type AlarmHandling,
  type AlarmStep,
} from './routes/alarms.ts';
export {
  type AlarmRule,
  type AlarmRuleInput,
  type AlarmRuleCost,
  type AlarmRuleTest,
  type AlarmRuleVersion,
} from './routes/alarm-rules.ts';
export { ALARM_RULE_PACK, PACKED_RULES } from './alarm-rule-pack.ts';
export {
  ALARM_GROUPS,
  LIGHT_STEPS,
  type AlarmGroup,
  type AlarmGroupRow,
  type AlarmStatistics,
} from './routes/alarm-statistics.ts';
export {
  SHIELD_PERIODS,
  type AlarmShield,
  type ShieldKind,
  type ShieldPeriod,
} from './routes/alarm-shields.ts';
export {
  deviceDetail,
  deviceInput,
  deviceLive,
  deviceRow,
  pointSeries,
  type DeviceConnection,
  type DeviceDetail,
  type DeviceFields,
  type DeviceEndpoints,
  type DeviceLive,
  type DeviceRow,
  type PointSeries,
} from './routes/devices.ts';
export type { LookedUp } from './routes/look-up.ts';
export { type DeviceReplacement } from './routes/device-placement.ts';
export { type DeviceSecretState } from './routes/device-secrets.ts';
export { type AddedDevice, type CheckedSerial } from './routes/several-devices.ts';
export { type DiscoveredDevice } from './routes/discovered-devices.ts';
export { importMapping, importRun, type ImportMapping, type ImportRun } from './routes/imports.ts';
export { telemetryBody, telemetryReading } from './routes/ingest.ts';
export { liveEvent, type LiveEvent } from './routes/live.ts';
export { type Health, type HealthPart } from './routes/health.ts';
export { type PortfolioOverview } from './routes/portfolio.ts';
export { type EndedStation, type StationEnding } from './routes/ended-stations.ts';
export {
  deviceImport,
  tableDevice,
  type DeviceImport,
  type DeviceImportRow,
  type TableDevice,
} from './routes/device-imports.ts';
export {
  stationBatch,
  type CheckedBatch,
  type StationBatch,
  type StationBatchError,
} from './routes/station-batches.ts';
export { type CounterChoice } from './routes/counter-choices.ts';
export {
  CORRECTION_KINDS,
  energyCorrection,
  type CorrectionFields,
  type CorrectionKind,
  type EnergyCorrectionRow,
} from './routes/energy-corrections.ts';
export { type LightSourceName, type StationExpectation } from './routes/expected-power.ts';
export {
  CALENDAR_EVENTS,
  type CalendarEvent,
  type CalendarEventKind,
  type NoteFields,
  type StationNote,
} from './routes/station-calendar.ts';
export { stationFile, type StationFile } from './routes/station-files.ts';
export { NEEDED_STATION_FIELDS, STATION_FIELD_TEXTS } from './station-field-texts.ts';
export { STATION_FIELDS, stationInput, type StationEdit, type StationField } from './routes/station-entry.ts';
export type { KpiBuckets, KpiFigures } from './routes/kpis.ts';
export { KPI_INPUTS, KPI_MADE_OF, kpiUnit, type KpiInput } from './kpi-inputs.ts';
export { KPIS, type KpiName } from './kpi-words.ts';
export {
  energyBucket,
  stationDetail,
  stationLive,
  stationRow,
  type EnergyBucket,
  type StationAvailability,
  type StationDetail,
  type StationLive,
  type StationSums,
  type AddedByPeople,
  type StationPower,
  type StationRow,
} from './routes/stations.ts';
export { type StationStorage, type StationStorageValue, type StorageUnit } from './routes/storage.ts';
export { type DeviceDispute, type Dispute, type OwnDispute } from './routes/disputes.ts';
export { theme, type Theme } from './routes/themes.ts';
export { type StationForecast } from './routes/forecasts.ts';
export { type DataError, type DataErrorKind, type StationDataErrors } from './routes/data-errors.ts';
export { type LossPartName, type StationLosses } from './routes/losses.ts';
export { SKIES, type Sky, type StationWeather } from './routes/weather.ts';
