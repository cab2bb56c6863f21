import type { AccountsTables } from './tables/accounts.ts';
import type { AddressesTables } from './tables/addresses.ts';
import type { AlarmsTables } from './tables/alarms.ts';
import type { ClockErrorsTables } from './tables/clock-errors.ts';
import type { AuditTables } from './tables/audit.ts';
import type { ChangesTables } from './tables/changes.ts';
import type { CommandsTables } from './tables/commands.ts';
import type { ComponentsTables } from './tables/components.ts';
import type { LocalModesTables } from './tables/local-modes.ts';
import type { OwnTextsTables } from './tables/own-texts.ts';
import type { OwnProfilesTables } from './tables/own-profiles.ts';
import type { ProductsTables } from './tables/products.ts';
import type { CounterChoicesTables } from './tables/counter-choices.ts';
import type { DevicesTables } from './tables/devices.ts';
import type { DisputesTables } from './tables/disputes.ts';
import type { ExpectedPowerTables } from './tables/expected-power.ts';
import type { FirmwareTables } from './tables/firmware.ts';
import type { ForecastsTables } from './tables/forecasts.ts';
import type { GrantsTables } from './tables/grants.ts';
import type { ImportsTables } from './tables/imports.ts';
import type { DeviceBatchesTables } from './tables/device-batches.ts';
import type { DeviceImportsTables } from './tables/device-imports.ts';
import type { InstructionsTables } from './tables/instructions.ts';
import type { KnownKeyTables } from './tables/known-key.ts';
import type { LabelsTables } from './tables/labels.ts';
import type { MembersTables } from './tables/members.ts';
import type { OrganisationsTables } from './tables/organisations.ts';
import type { OutboxTables } from './tables/outbox.ts';
import type { OwnershipTables } from './tables/ownership.ts';
import type { RolesTables } from './tables/roles.ts';
import type { RunsTables } from './tables/runs.ts';
import type { SavedViewsTables } from './tables/saved-views.ts';
import type { SessionsTables } from './tables/sessions.ts';
import type { SimsTables } from './tables/sims.ts';
import type { StationDesignsTables } from './tables/station-designs.ts';
import type { StationExportsTables } from './tables/station-exports.ts';
import type { StationNotesTables } from './tables/station-notes.ts';
import type { StationsTables } from './tables/stations.ts';
import type { TariffsTables } from './tables/tariffs.ts';
import type { TasksTables } from './tables/tasks.ts';
import type { ThemesTables } from './tables/themes.ts';
import type { WeatherTables } from './tables/weather.ts';

/** Every table of PostgreSQL; its rows are described by domain in `tables/`. Times are `Date`, days `YYYY-MM-DD` text. */
export interface Tables
  extends
    AccountsTables,
    AddressesTables,
    AlarmsTables,
    ClockErrorsTables,
    AuditTables,
    ChangesTables,
    CommandsTables,
    ComponentsTables,
    LocalModesTables,
    OwnTextsTables,
    OwnProfilesTables,
    ProductsTables,
    CounterChoicesTables,
    DevicesTables,
    DisputesTables,
    ExpectedPowerTables,
    FirmwareTables,
    ForecastsTables,
    GrantsTables,
    ImportsTables,
    DeviceBatchesTables,
    DeviceImportsTables,
    InstructionsTables,
    KnownKeyTables,
    LabelsTables,
    MembersTables,
    OrganisationsTables,
    OutboxTables,
    OwnershipTables,
    RolesTables,
    RunsTables,
    SavedViewsTables,
    SessionsTables,
    SimsTables,
    StationDesignsTables,
    StationExportsTables,
    StationNotesTables,
    StationsTables,
    TariffsTables,
    TasksTables,
    ThemesTables,
    WeatherTables {}
