import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { recordTitles, type RecordKindName, type RecordStamp } from '../../contract/records/record.ts'
import { inSentence } from '../records/RecordForm.tsx'
import { recordPath } from '../records/recordLink.ts'
import { useMay } from '../session.ts'
import { usePathway } from '../frames/PathwayFrame.tsx'
import { RecordTable, type Column } from './RecordTable.tsx'
import { Section } from './Section.tsx'

interface RecordSectionProps<R extends RecordStamp> {
  kind: Exclude<RecordKindName, 'exerciseAttendance'>
  /** The section's heading: its kind, in the plural where there may be many. */
  title: string
  note?: string
  records: readonly R[]
  columns: readonly Column<R>[]
  nameOf: (record: R) => string
  /** Below the table. */
  children?: ReactNode
}

/** Whether records of this pathway may be added and changed here. */
export const useMayRecord = (): boolean => {
  const may = useMay('clinical.write')
  return usePathway().stage.open && may
}

/** A section of the pathway page with the records of one kind and Add in place. */
export const RecordSection = <R extends RecordStamp>({
  kind,
  title,
  note,
  records,
  columns,
  nameOf,
  children,
}: RecordSectionProps<R>) => {
  const { pathway, patient } = usePathway()
  const mayRecord = useMayRecord()
  const what = inSentence(recordTitles[kind])
  return (
    <Section
      id={kind}
      title={title}
      note={note}
      action={
        mayRecord && (
          <Link
            className="sf-button"
            to={recordPath(kind, 0)}
            search={{ id: pathway.id, patientId: patient.id }}
            aria-label={`Add ${what}`}
          >
            Add
          </Link>
        )
      }
    >
      {records.length === 0 ? (
        <p className="sf-quiet">No {what} yet.</p>
      ) : (
        <RecordTable
          label={title}
          records={records}
          columns={columns}
          nameOf={nameOf}
          editPath={mayRecord ? ({ id }) => recordPath(kind, id) : null}
        />
      )}
      {children}
    </Section>
  )
}
