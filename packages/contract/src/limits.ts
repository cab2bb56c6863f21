/** Numbers of the product that web, server and tests share. */
export const LIMITS = {
  /** Devices one organisation may have, without those below it. */
  devicesPerOrganisation: 100_000,
  /** Stations that people may create in one organisation. */
  stationsPerOrganisation: 50_000,
  /** Stations that one person may create for themselves. */
  stationsPerOwner: 1000,
  /** Stations that one person, or one organisation, was granted by name at a time: each is looked up for every list. */
  grantedToPerson: 10_000,
  grantedToOrganisation: 50_000,
  /** API keys of one account, expired ones included. */
  apiKeysPerAccount: 100,
  /** Custom points (keys outside the catalogue) one device may bring. */
  customPointsPerDevice: 200,
  /** Custom points in use that devices of one organisation brought and nobody had before; half of them within a day. */
  customPointsPerOrganisation: 1000,
  /** Keys outside the catalogue that one organisation records as points of the catalogue; each device that is named counts. */
  recordingsPerOrganisation: 1000,
  /** Custom points that a device may bring which came by itself and that nobody owns yet. */
  customPointsPerUnknownDevice: 40,
  /** New custom points in use that such devices of one network brought. */
  customPointsPerUnknownNetwork: 50,
  /** The largest limit of samples that an organisation can be given. */
  samplesLimit: 1_000_000_000_000_000,
  /** Samples older than this are refused: nothing measured by a logger is older. */
  earliestSampleTime: Date.UTC(2000, 0, 1),
  /** A sample may be this far ahead of the server's clock before it is refused. */
  futureToleranceMs: 15 * 60_000,
  /** Rows of a file of the list of stations, files that one person has at a time, and how long each is kept. */
  exportRows: 100_000,
  exportsOpen: 10,
  /** Bytes of all such files of one organisation. */
  exportBytesOfOrganisation: 1024 * 1024 * 1024,
  stationExportMs: 86_400_000,
  /** Stations that one call changes together. */
  stationsAtOnce: 1000,
  /** Views of the list of stations that one person saves. */
  savedViews: 50,
  /** Those that the people of one organisation share. */
  sharedViews: 200,
  /** Stations that one person marks as favourites. */
  favourites: 500,
  /** Labels, roles, ingest keys, instructions and sets of these that one organisation has. */
  labelsOfOrganisation: 2000,
  rolesOfOrganisation: 500,
  ingestKeysOfOrganisation: 1000,
  instructionsOfOrganisation: 5000,
  instructionSetsOfOrganisation: 5000,
  /** Labels one object carries at most, of one organisation. */
  labelsPerObject: 20,
  /** Objects whose labels one call changes at most. */
  labelledAtOnce: 200,
  /** Requests to devices within an hour that a limit may be set to, at most. */
  requestsPerHour: 100_000,
  /** Days for which commands to devices and their answers are kept. */
  commandDays: 90,
  /** Bytes of the answer of a device that are kept with its command; of a larger one only that it came. */
  keptReplyBytes: 8 * 1024,
  /** Characters of the key that makes a command sent twice one command. */
  idempotencyKey: 100,
  /** Writes a day of one device that people may cause: its memory wears out. */
  deviceWritesPerDay: 40,
  /** Time after which a change of parameters that has not begun does not begin any more. */
  parameterMs: 120_000,
  /** Parameters of one call. */
  parametersAtOnce: 64,
  /** Characters of why somebody changes something on devices. */
  changeReason: 200,
  /** Hex digits of one instruction, with blanks; steps of a set, and the seconds between two. */
  instructionDigits: 1000,
  stepsOfSet: 50,
  stepDelaySeconds: 300,
  /** Longest time in which devices of a run may begin: a week. */
  runMinutes: 10_080,
  /** Devices of one run, and how many of them at a time. */
  devicesPerRun: 10_000,
  /** Devices of one batch, batches of one organisation, those of them that one device is in, and batches that one call names. */
  devicesPerBatch: 1000,
  batchesPerOrganisation: 1000,
  batchesPerDevice: 50,
  batchesAtOnce: 20,
  /** Days by which the counters of a station are compared; fewer where it has very many inverters. */
  comparedDays: 30,
  /** Percent of signal below which a device is heard too weakly for an upgrade. */
  weakSignal: 30,
  /** Channels that a device records around a fault, and values in all of them. */
  recordedChannels: 16,
  recordedValues: 4000,
  runConcurrency: 200,
  /** Runs of one organisation that have not ended, and devices that wait in all of these. */
  runsOpen: 200,
  runDevicesOpen: 100_000,
  /** Devices of all runs that one organisation begins within an hour, as how many a run counts at least, and devices of those that are over and are kept. */
  runDevicesHour: 300_000,
  runDevicesLeast: 40,
  runDevicesKept: 10_000_000,
  /** How long after its begin a run that a second person approved is tried again without another one. */
  approvedRunMs: 24 * 3_600_000,
  /** Characters of a reason to stop commands or to let them go on. */
  stopReason: 200,
  /** Devices that one V5 logger may name before somebody decides on them: more than any stick serves. */
  discoveredPerLogger: 100,
  /** Addresses and networks that one V5 logger may be bound to. */
  loggerNetworks: 20,
  /** Characters of what each side says in a dispute over a device. */
  disputeWords: 500,
  /** A measured value, in whatever unit and with either sign. Sums over all stations stay far from what a number can hold. */
  largestValue: 1e20,
  /** The amount of a measured value that is not 0, at least: no device tells of less, and the database ends a statement whose quotient or product is too near to 0. */
  leastValue: 1e-100,
  /** The same of a figure that people type: W, kW, kWh. */
  leastFigure: 1e-6,
  /** Points in one reading. */
  pointsPerReading: 1000,
  /** Bytes in one MQTT message. */
  telemetryBytes: 1024 * 1024,
  /** Bytes in one event over MQTT, which is archived as it came. */
  eventBytes: 4 * 1024,
  /** Bytes in the readings that a device pushes over HTTP, after decompression. */
  pushBytes: 2 * 1024 * 1024,
  /** Bytes in one line-protocol batch after decompression. */
  influxBytes: 32 * 1024 * 1024,
  /** Bytes of an uploaded CSV. */
  importBytes: 200 * 1024 * 1024,
  /** Bytes of uploaded files that imports of one organisation may hold at a time. */
  importBytesKept: 1024 * 1024 * 1024,
  /** Imports of one organisation that may wait or run at a time. */
  importsOpen: 20,
  /** Imports of one organisation that are over and are kept; the oldest go. */
  importsKept: 1000,
  /** Characters in the name of a column that can be imported. */
  importColumnName: 500,
  /** Columns of an uploaded table, as spreadsheets have them. */
  importColumns: 16_384,
  /** Days after its start in which an import can be taken back. */
  importUndoDays: 90,
  /** Error rows kept of one import. */
  importErrorsKept: 1000,
  /**
   * PV power by installed capacity beyond which it cannot be true: light that clouds throw beside their shade lifts a plant over its rating
   * for minutes, but not by a third.
   */
  powerOfCapacity: 1.3,
  /**
   * Share of its expectation below which a station is called weak. Irradiance sensors, nameplates and the model of the sun are each off by
   * some percent: who is nearer to its expectation than that may just as well have met it.
   */
  weakBelow: 0.95,
  /** Parameters in one history chart. */
  historyPoints: 8,
  /** Days of raw history in one request. */
  historyDays: 400,
  serialNumbersPerEntry: 1000,
  /** Stations and columns of one uploaded table, its bytes, and its bytes when it is unpacked. */
  stationsPerBatch: 5000,
  stationBatchColumns: 100,
  stationBatchBytes: 8 * 1024 * 1024,
  stationBatchUnpackedBytes: 32 * 1024 * 1024,
  /** Devices of one uploaded table, tables of devices that one person keeps, rows without a device that an organisation keeps of those that are over, and days after which they go. */
  devicesPerImport: 5000,
  deviceImportsKept: 20,
  deviceImportRowsKept: 20_000,
  deviceImportDays: 30,
  /** Tasks of one organisation that are not finished, and the least time between two runs of one. */
  tasksOpen: 500,
  taskEveryMs: 5 * 60_000,
  /** Products of one library, and parts of one product. */
  productsOfOne: 5000,
  productsAtOnce: 200,
  productParts: 100,
  /** Texts of a table of a language; the product has some six thousand. */
  textsAtOnce: 15_000,
  /** What the companion app offers at devices of one product, and products of one library of which it offers something: it asks for all of them at once. */
  localParameters: 100,
  localStandards: 100,
  localModesOfOne: 200,
  /** Bytes of a document of a product, files of one product, and bytes of all files of a library; one counts as `stationFileLeast` at least. */
  productDocumentBytes: 10 * 1024 * 1024,
  productFiles: 30,
  productFilesOfLibrary: 2 * 1024 * 1024 * 1024,
  /** SIM cards of one table, and those that one call handles together. */
  simsPerTable: 5000,
  simsAtOnce: 1000,
  /** Bytes of a picture or document of a station, files that are chosen at once, and files of one station. */
  stationFileBytes: 512 * 1024,
  stationFilesAtOnce: 5,
  stationFiles: 50,
  /** Days for which an organisation is a new one, which keeps files with all others of them in a part of what is free. */
  newcomerDays: 30,
  /** Stations and devices that new organisations add for each account in them, and for each that is no new one, however many all others add. */
  addedByAccount: 50,
  addedByOlderAccount: 500,
  /** Bytes of all pictures and documents of the stations of one organisation, and of one owner within it. One counts as `stationFileLeast` at least. */
  stationFilesOfOrganisation: 4 * 1024 * 1024 * 1024,
  stationFilesOfOwner: 256 * 1024 * 1024,
  stationFileLeast: 64 * 1024,
  /** Pixels of a picture that the server draws anew: 64 MB of memory. Browsers send photos of phones smaller than that. */
  picturePixels: 16_000_000,
  /** Devices that one call adds at most: what is lost with a connection are the secrets of these. */
  devicesAddedAtOnce: 20,
  /** How long a proof of who holds a session counts for routes that ask for one. */
  stepUpMs: 10 * 60_000,
  /** How long a proposal waits for a second person, and after how long the only person there is may approve it alone. */
  proposalMs: 30 * 60_000,
  proposalAloneMs: 15 * 60_000,
  /** Proposals of one person that wait at a time, and that one person makes within an hour: each is kept with all that it names. */
  proposalsOpen: 10,
  proposalsPerHour: 60,
  /** Invitations that one person makes in a day, and that are made for one organisation. */
  invitesPerPersonDaily: 100,
  invitesPerOrganisationDaily: 300,
  /** Organisations that one person creates in a day below others: each has limits of its own. */
  organisationsPerPersonDaily: 100,
  /** Grants and stations that one person offers in a day, and messages about them to contacts without an account. */
  offersPerPersonDaily: 500,
  offersToStrangersDaily: 50,
  /** Messages about offers and invitations that one recipient gets in a day: by one account, and in all. */
  unaskedFromOneDaily: 10,
  unaskedDaily: 20,
  /** Messages about work, as of alarms that are assigned, to one recipient in an hour: of one account, and in all. */
  workMessagesFromOneHourly: 20,
  workMessagesHourly: 60,
  /** Messages of one kind to one recipient, in an hour and on a day, about what people do again and again with what is theirs, as with SIM cards. */
  repeatedMessagesHourly: 20,
  repeatedMessagesDaily: 100,
  /** How often one account is locked, or gets a password of an administrator, in an hour: of each it gets a message. */
  toldAccountHourly: 20,
  /** How long a station that was offered waits for an answer. */
  handOverMs: 7 * 86_400_000,
  /** How long a station that was ended can be restored. */
  endedStationMs: 30 * 86_400_000,
  /** How long the end of a station waits for the second of two people. */
  endingAskedMs: 7 * 86_400_000,
  /**
   * Requests a minute to a route that has to tell whether there is somebody or something of a name: an account to grant to, an
   * organisation to move to, a name that is taken. Enough for people, too few to try lists of names.
   */
  lookUpsPerMinute: 30,
  /** Serial numbers that one network looks up without an account within an hour and a day, and lists that one account looks up. */
  lookUpsHourly: 60,
  lookUpsDaily: 300,
  lookUpListsHourly: 20,
  lookUpListsDaily: 60,
  /** Seasons, prices of one direction, holidays and versions of a tariff; tariffs of one owner; changes of tariff of a station. */
  tariffSeasons: 12,
  tariffPrices: 200,
  tariffHolidays: 400,
  tariffVersions: 50,
  tariffsOfOne: 200,
  tariffTerms: 50,
  /** Letters of all versions of a tariff as they are stored, and of all tariffs of one owner together: they are listed whole. */
  tariffLetters: 65_536,
  tariffLettersOfOne: 1_000_000,
  /** Arrays of modules of a station, versions of them, and arrays of all versions together: every server holds them in memory. */
  stationArrays: 200,
  designVersions: 50,
  designArrays: 500,
  /** Letters of the designs of an organisation together: for each of its stations, and in any case. Every server holds what models need of them. */
  designLettersPerStation: 4000,
  designLettersLeast: 2_000_000,
  /** Modules and inverters that are added at once, and those of one library. */
  componentsAtOnce: 500,
  componentsOfOne: 10_000,
  /** Bytes of an image, images of one person that wait for a signature, models of a firmware, organisations, and letters of its notes. */
  firmwareBytes: 64 * 1024 * 1024,
  firmwareUploads: 5,
  firmwareModels: 50,
  firmwareOrganisations: 500,
  firmwareNotes: 4000,
  /** Devices of one upgrade, bytes that a device is given at once, how long an upgrade usually takes, and after how long a device has not succeeded. */
  firmwareDevices: 1000,
  firmwareBlockBytes: 256 * 1024,
  /** The same in a message over MQTT. */
  firmwareMessageBytes: 32 * 1024,
  firmwareUsualMs: 20 * 60_000,
  firmwareUpgradeMs: 30 * 60_000,
  /** Inverters of a version, and of all versions together; inputs of one inverter, and of all of them. */
  stationInverters: 200,
  designInverters: 500,
  inverterInputs: 200,
  designInputs: 2000,
  /** Directions of the horizon of one version, and of all together. */
  horizonPoints: 720,
  designHorizonPoints: 1800,
  /** Corrections of a station's energies that count, days and letters of one, and those taken back that stay as a trace. */
  energyCorrections: 500,
  correctionDays: 366,
  correctionReason: 500,
  removedCorrections: 100,
  /** Choices of a counter that hold no more and stay as a trace. */
  pastCounterChoices: 100,
  /** Days that a calendar is asked for at once, and notes of a station in all. */
  calendarDays: 400,
  stationNotes: 2000,
  /** Alarms that are confirmed, processed or reopened at once; letters of why alarms are kept quiet. */
  alarmsAtOnce: 500,
  /** Alarms among which a list counts; where there are more it says so. */
  alarmsCounted: 2000,
  shieldReason: 500,
  /** A shield longer than this is reviewed each time so much is over; the longest that ends by itself, and those of a station that run at once. */
  longestMaintenanceMs: 31 * 86_400_000,
  shieldReviewMs: 183 * 86_400_000,
  longestShieldMs: 731 * 86_400_000,
  shieldsOfStation: 200,
  /** Stations and devices at which all shields by labels of an organisation are followed, once for each shield. */
  followersOfShields: 200_000,
  /** Shields that are made at once. */
  shieldsAtOnce: 1000,
  /** Notes of one alarm, and so many of its newest steps are shown beside them. */
  alarmSteps: 1000,
  /** Rules for alarms of an organisation; stations, labels and models that one names; versions of it that are kept; devices of a test on the past. */
  alarmRules: 200,
  alarmRuleTargets: 500,
  alarmRuleVersions: 50,
  alarmRuleDevices: 20_000,
  /** Rows of an organisation's table of exchange rates. */
  exchangeRates: 5000,
  reloadAfterUnauthorisedMs: 500,
  chunkLoadTimeoutMs: 120_000,
  requestTimeoutMs: 1_200_000,
} as const;
