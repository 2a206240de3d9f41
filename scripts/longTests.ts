/*
 * Test files that `npm test` leaves to `npm run test:all`, which is run before a release. They start, kill or take
 * away what the product stands on, hash many passwords, or try many cases of what shorter files show. Of the walks over all
 * calls, `npm test` runs one call of each shape (contract/testing/representatives.ts).
 */
export const longTests: readonly string[] = [
  // Processes started, killed and stopped.
  'scripts/backup/drill.test.ts',
  'scripts/backup/sensitive.test.ts',
  'scripts/commands.test.ts',
  'scripts/import.test.ts',
  'scripts/migrate/rehearse.test.ts',
  'scripts/release/release.test.ts',
  'scripts/stop.test.ts',
  'scripts/workers.test.ts',
  'server/app/readiness/readiness.test.ts',
  'server/pathways/documents/storage/crash.test.ts',
  'server/platform/db/embedded/embedded.test.ts',
  'server/platform/db/migrations/migrate.test.ts',
  'server/platform/db/migrations/migrateBusy.test.ts',
  'server/platform/db/migrations/migrateKilled.test.ts',
  'server/platform/db/jobs/jobWorker.test.ts',
  'server/testing/checks/away.test.ts',
  'server/testing/checks/crash.test.ts',
  'server/testing/checks/lockedRow.test.ts',
  'server/testing/checks/start.test.ts',
  // Limits on guessing, which hash many passwords, and on slow clients.
  'server/accounts/passwords/afterNewPassword.test.ts',
  'server/accounts/signIn/atOnce.test.ts',
  'server/accounts/throttle/oneAddress.test.ts',
  'server/accounts/throttle/throttle.test.ts',
  'server/platform/http/limits/connections.test.ts',
  // Reads every import of the three roots, as `npm run check` has just done.
  'scripts/districtPicture.test.ts',
  // What a user of the API, a browser or a spreadsheet program reads, tried by running it.
  'db/seed/demonstration.test.ts',
  'scripts/node24.test.ts',
  'server/exchange/imports/files/sloppyFiles.test.ts',
  'server/pathways/documents/intake/sloppy.test.ts',
  'server/platform/http/openapi/guide.test.ts',
  'server/testing/checks/tokenPlaces.test.ts',
  // Random or exhaustive cases.
  'server/accounts/users/rights.test.ts',
  'server/governance/privacy/mergedRecords.test.ts',
  'server/insight/reports/hostileInput.test.ts',
  'server/insight/runs/runs.test.ts',
  'server/patients/patient/candidates.test.ts',
  'server/patients/search/grantedReads.test.ts',
  'server/pathways/documents/inspection/busyMachine.test.ts',
  'server/pathways/documents/inspection/inspect.test.ts',
  'server/pathways/documents/intake/intake.test.ts',
  'server/pathways/owners/invariant.test.ts',
  'server/platform/audit/secrets.test.ts',
  'server/stages/model.test.ts',
  'server/testing/checks/blankText.test.ts',
  'server/testing/checks/days.test.ts',
  'server/testing/checks/fuzz.test.ts',
  'server/testing/checks/lostUpdates.test.ts',
  'server/testing/checks/noWrites.test.ts',
  'server/testing/checks/roundTrips.test.ts',
]
