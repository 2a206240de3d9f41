import type { Kysely } from 'kysely'
import { formatName } from '../../../contract/platform/words/format.ts'
import type { Column } from '../../../contract/platform/words/grid.ts'
import {
  extraColumns,
  stageColumn,
  workListColumns,
  type WorkListRow,
} from '../../../contract/pathways/worklists/listColumns.ts'
import { unlessWithheld } from '../../../contract/platform/calls/withheld.ts'
import { flagsColumn, patientColumns } from '../../../contract/patients/patientColumns.ts'
import type { SheetName } from '../../../contract/pathways/worklists/workList.ts'
import type { DB } from '../../platform/db/types.ts'
import type { RenderedSection } from '../../platform/files/renderedReport.ts'

/** A row with the person's address, which lists do not show. */
interface VisitRow extends WorkListRow {
  address: string | null
}

/** Every row of every sheet identifies the person by name, NHS number and date of birth. */
const patient: Column<WorkListRow> = {
  ...patientColumns.patient,
  value: (row) => `${formatName(row)}${row.deceased ? ' – died' : ''}`,
}
const identity: readonly Column<WorkListRow>[] = [
  patient,
  patientColumns.nhsNumber,
  patientColumns.dateOfBirth,
]

const address: Column<VisitRow> = {
  id: 'address',
  title: 'Address',
  kind: 'text',
  value: (row) => unlessWithheld(row, row.address),
}
/** Space to write in. */
const outcome: Column<WorkListRow> = {
  id: 'outcome',
  title: 'Outcome',
  kind: 'text',
  value: () => '.'.repeat(60),
}

type SheetColumns = readonly Column<VisitRow>[]

export const sheetColumns: Record<SheetName, SheetColumns> = {
  list: [patient, ...workListColumns.filter(({ id }) => id !== 'patient')],
  calls: [...identity, flagsColumn, extraColumns.telephone, extraColumns.due, extraColumns.dueWords, outcome],
  visits: [...identity, flagsColumn, address, extraColumns.telephone, extraColumns.dueWords],
}

/** Adds the addresses of the people. */
export const readAddresses = async (sql: Kysely<DB>, rows: readonly WorkListRow[]): Promise<VisitRow[]> => {
  const ids = rows.map(({ patientId }) => patientId)
  const known = await sql
    .selectFrom('patient')
    .select(['id', 'address_line1', 'address_line2', 'address_line3', 'town', 'county', 'postcode'])
    .where('id', 'in', ids.length === 0 ? [0] : ids)
    .execute()
  const addresses = new Map(
    known.map(({ id, ...lines }) => [id, Object.values(lines).filter(Boolean).join(', ') || null]),
  )
  return rows.map((row) => ({
    ...row,
    address: row.isWithheld === true ? null : (addresses.get(row.patientId) ?? null),
  }))
}

/**
 * The rows as a table.
 * @param hasSeveral the sheet has several lists, so each row names its own
 */
export const sheetOf = (
  all: SheetColumns,
  rows: readonly VisitRow[],
  hasSeveral: boolean,
): RenderedSection => {
  const columns = all.filter(({ id }) => hasSeveral || id !== stageColumn.id)
  return {
    title: rows.length === 1 ? '1 patient' : `${rows.length} patients`,
    note: null,
    isList: true,
    columns: columns.map(({ id, title, kind }) => ({ id, title, kind, hasPeople: false })),
    rows: rows.map((row) => ({
      values: columns.map(({ value }) => value(row)),
      isTotal: false,
      key: null,
    })),
    chart: null,
    empty: 'Nobody.',
  }
}
