import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../../platform/db/types.ts'
import {
  activityRows,
  contactRows,
  contactScoreRows,
  groupRows,
  referralScoreRows,
  staffRows,
} from './contacts.ts'
import { headerRow, personRows, planRows, practiceRows } from './people.ts'
import { onwardRows, referralRows, serviceTypeRows } from './referrals.ts'
import type { Extract } from './scope.ts'

/** The statement of each table with rows (contract/insight/csds/tables.ts). */
const statements: Readonly<Record<string, (extract: Extract) => RawBuilder<unknown>>> = {
  CYP000Header: headerRow,
  CYP001MPI: personRows,
  CYP002GP: practiceRows,
  CYP004CarePlanType: planRows,
  CYP101Referral: referralRows,
  CYP102ServiceTypeReferredTo: serviceTypeRows,
  CYP105OnwardReferral: onwardRows,
  CYP201CareContact: contactRows,
  CYP202CareActivity: activityRows,
  CYP301GroupSession: groupRows,
  CYP609CodedAssessmentReferral: referralScoreRows,
  CYP612CodedAssessmentContact: contactScoreRows,
  CYP901StaffDetails: staffRows,
}

/** A row as the database returns it: its fields by name, and whose it is. */
export type Row = Readonly<Record<string, string | number | boolean | null | undefined>> & {
  readonly patientId?: number | null
  readonly pathwayId?: number | null
}

/** So many rows are in memory at a time. */
const rowsAtOnce = 2_000

/** The rows of a table, some thousands at a time: one statement, read through a cursor of the snapshot. */
export async function* rowsOf(
  snapshot: Kysely<DB>,
  table: string,
  extract: Extract,
): AsyncGenerator<readonly Row[]> {
  const statement = statements[table]
  if (statement === undefined) throw new Error(`No statement for ${table}`)
  await raw`declare csds_rows no scroll cursor for ${statement(extract)}`.execute(snapshot)
  for (;;) {
    const { rows } = await raw<Row>`fetch forward ${raw.lit(rowsAtOnce)} from csds_rows`.execute(snapshot)
    if (rows.length > 0) yield rows
    if (rows.length < rowsAtOnce) break
  }
  await raw`close csds_rows`.execute(snapshot)
}
