import { Link } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import { unlessWithheld } from '../../../contract/platform/calls/withheld.ts'
import {
  formatDate,
  formatName,
  formatNhsNumber,
  notRecorded,
} from '../../../contract/platform/words/format.ts'
import { patientColumns } from '../../../contract/patients/patientColumns.ts'
import type { SheetAsked } from '../../../contract/platform/calls/sheet.ts'
import type { PatientRow } from '../../../contract/patients/search/search.ts'
import type { ListRead } from '../frames/openedFrom.ts'
import { FlagChips } from '../../platform/ui/FlagChips.tsx'
import { DataGrid } from '../../platform/ui/DataGrid.tsx'
import type { GridColumn } from '../../platform/ui/gridColumn.ts'
import type { LongList } from '../../platform/ui/longList.ts'

const orMissing = (value: string | null): ReactNode =>
  value ?? <span className="sf-missing">{notRecorded}</span>

const inOneLine = (day: string | null): ReactNode =>
  day === null ? orMissing(null) : <span className="sf-nowrap">{formatDate(day)}</span>

/** Long text is shown on two lines rather than cut. */
const inTwoLines = (value: string | null): ReactNode =>
  value === null ? orMissing(null) : <span className="sf-grid__words">{value}</span>

const byDay: [string, string] = ['oldest first', 'newest first']

/** Leaves out the chip of a patient whose row already has a tag for the death. */
const chipsInRow = ({ flags = [], deceased }: PatientRow) =>
  flags.filter(({ kind }) => kind !== 'deceased' || !deceased)

const nameColumn = <Row extends PatientRow>(mark: (row: Row) => ReactNode): GridColumn<Row> => ({
  ...patientColumns.patient,
  width: 166,
  show: (row) => (
    <>
      <span translate="no">{formatName(row)}</span>
      {row.deceased && ' '}
      {row.deceased && <span className="sf-tag sf-tag--deceased">Died</span>}
      {mark(row)}
      <FlagChips chips={chipsInRow(row)} />
    </>
  ),
})

/**
 * The other seven of the eight columns of every patient grid (specification). They are narrow, so that a screen of 1280
 * px also shows the columns after them that are visible at first: the wait, what is due and the telephone. The scroll
 * bars of page and list take 30 px of that. All columns together may have 1200 px.
 */
const columns: GridColumn<PatientRow>[] = [
  {
    ...patientColumns.nhsNumber,
    width: 103,
    show: ({ nhsNumber }) => <span className="sf-nowrap">{formatNhsNumber(nhsNumber)}</span>,
    orders: ['lowest first', 'highest first'],
  },
  {
    ...patientColumns.dateOfBirth,
    width: 98,
    show: ({ dateOfBirth }) => inOneLine(dateOfBirth),
    orders: byDay,
  },
  {
    ...patientColumns.gender,
    width: 63,
    show: (row) => inTwoLines(patientColumns.gender.value(row)),
  },
  {
    ...patientColumns.postcode,
    width: 84,
    show: (row) => orMissing(unlessWithheld(row, row.postcode)),
  },
  {
    ...patientColumns.referralDate,
    width: 98,
    show: ({ referralDate }) => inOneLine(referralDate),
    orders: byDay,
  },
  {
    ...patientColumns.referrer,
    width: 118,
    show: (row) => inTwoLines(row.referrer),
  },
  {
    ...patientColumns.registeredGP,
    width: 117,
    show: (row) => inTwoLines(unlessWithheld(row, row.registeredGP)),
  },
]

interface PatientGridProps<Row extends PatientRow> {
  name: string
  caption: string
  rows: readonly Row[]
  empty: ReactNode
  naturalOrder?: string
  long?: LongList | undefined
  save: (asked: SheetAsked) => Promise<void>
  /** The work list that the grid shows, and when it was read; absent for a search. */
  list?: ListRead
  /** Columns after the eight. */
  more?: readonly GridColumn<Row>[]
  /** What is shown beside the name. */
  mark?: (row: Row) => ReactNode
}

const noMark = (): ReactNode => null

export const PatientGrid = <Row extends PatientRow>({
  list,
  more = [],
  mark = noMark,
  ...props
}: PatientGridProps<Row>) => {
  const all = useMemo(() => [nameColumn(mark), ...columns, ...more], [mark, more])
  return (
    <DataGrid
      {...props}
      columns={all}
      idOf={(row) => `${row.patientId}-${row.pathwayId ?? 0}`}
      noun={props.rows.length === 1 && props.long === undefined ? 'patient' : 'patients'}
      filterHint="Name, postcode, referrer, practice"
      action={(row) => <ViewButton row={row} list={list} />}
    />
  )
}

/** Opens the pathway; for a patient without a pathway, opens the patient. */
const ViewButton = ({ row, list }: { row: PatientRow; list: ListRead | undefined }) => {
  const label = `View ${formatName(row)}`
  return row.pathwayId === null ? (
    <Link className="sf-button" to="/falls/patient/view" search={{ id: row.patientId }} aria-label={label}>
      View
    </Link>
  ) : (
    <Link
      className="sf-button"
      to="/falls/pathway/view"
      search={{ id: row.pathwayId, patientId: row.patientId }}
      {...(list !== undefined && { state: { openedFrom: list } })}
      aria-label={label}
    >
      View
    </Link>
  )
}
