import { sql as raw, type Kysely } from 'kysely'
import { withheldWords } from '../../../contract/platform/calls/withheld.ts'
import type { DB } from '../../platform/db/types.ts'
import { withheldAmong, type Reader } from '../../patients/flags/withheld.ts'
import type { ListedSection, Period } from './definition.ts'
import type { RenderedReport, RenderedSection } from '../../platform/files/renderedReport.ts'

/** Most entries of a list in html and pdf; the spreadsheets contain more. */
export const shownEntries = 500
const mostEntries = 100_000

/**
 * The entries of a listed section.
 * @param isWhole reads as many as a spreadsheet shows, not only as many as a page shows
 */
export const renderListed = async (
  sql: Kysely<DB>,
  { title, note, columns, empty, facts }: ListedSection,
  period: Period,
  isWhole: boolean,
): Promise<RenderedSection> => {
  const limit = isWhole ? mostEntries : shownEntries
  const { rows } = await raw<Record<string, string | number | null>>`
    select * from (${await facts(period)}) as entry limit ${limit + 1}`.execute(sql)
  return cutTo(limit, {
    title,
    note: note ?? null,
    isList: true,
    columns: columns.map((column) => ({
      id: column.id,
      title: column.title,
      kind: column.kind,
      hasPeople: false,
    })),
    rows: rows.map((row) => ({
      isTotal: false,
      key: null,
      values: columns.map(({ id }) => row[id] ?? null),
      ...(row['patient_id'] == null ? {} : { patientId: Number(row['patient_id']) }),
    })),
    chart: null,
    empty,
  })
}

/** A report counted in full, cut to what a page shows. */
export const shortened = (report: RenderedReport): RenderedReport => ({
  ...report,
  sections: report.sections.map((section) => (section.isList ? cutTo(shownEntries, section) : section)),
})

/** The patients in a report's entries, for the audit trail. */
export const peopleShown = ({ sections }: RenderedReport): number[] => [
  ...new Set(sections.flatMap(({ rows }) => rows.flatMap(({ patientId }) => patientId ?? []))),
]

/** Columns of listed entries that reveal something about the care: text typed by staff, or choices from a list. */
const ofCare: ReadonlySet<string> = new Set(['reason', 'other', 'item'])

/** The report without the care details of patients whose record is withheld from the reader. */
export const withoutWithheld = async (
  sql: Kysely<DB>,
  report: RenderedReport,
  reader: Reader,
): Promise<RenderedReport> => {
  const people = peopleShown(report)
  const withheld = people.length === 0 ? new Set<number>() : await withheldAmong(sql, people, reader)
  if (withheld.size === 0) return report
  return {
    ...report,
    sections: report.sections.map(({ columns, rows, ...section }) => ({
      ...section,
      columns,
      rows: rows.map((row) =>
        row.patientId === undefined || !withheld.has(row.patientId)
          ? row
          : {
              ...row,
              values: row.values.map((value, at) =>
                ofCare.has(columns[at]?.id ?? '') ? withheldWords : value,
              ),
            },
      ),
    })),
  }
}

const cutTo = (limit: number, section: RenderedSection): RenderedSection => {
  if (section.rows.length <= limit) return section
  const more = limit === shownEntries ? '; CSV and Excel have them all' : ''
  const cut = `Only the first ${limit} are listed${more}.`
  return {
    ...section,
    note: section.note === null ? cut : `${section.note} ${cut}`,
    rows: section.rows.slice(0, limit),
  }
}
