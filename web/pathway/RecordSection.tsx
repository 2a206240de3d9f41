import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { recordKinds, type RecordsOf, type SectionKind } from '../../contract/records/kinds.ts'
import type { RecordSection as DeclaredSection } from '../../contract/records/record.ts'
import { inSentence } from '../records/inSentence.ts'
import { recordPath } from '../records/recordLink.ts'
import { useMay } from '../session.ts'
import { usePathway } from '../frames/PathwayFrame.tsx'
import { RecordTable, type Column } from './RecordTable.tsx'
import { Section } from './Section.tsx'

const sections: { readonly [Kind in SectionKind]: { section: DeclaredSection<RecordsOf[Kind]> } } =
  recordKinds

interface RecordSectionProps<Kind extends SectionKind> {
  kind: Kind
  columns: readonly Column<RecordsOf[Kind]>[]
  /** Whether another may be added now; it may unless said. */
  mayAdd?: boolean
  /** Below the table. */
  children?: ReactNode
}

/** Whether records of this pathway may be added and changed here. */
export const useMayRecord = (): boolean => {
  const may = useMay('clinical.write')
  return usePathway().stage.open && may
}

/** A section of the pathway page with the records of one kind and Add in place. */
export const RecordSection = <Kind extends SectionKind>({
  kind,
  columns,
  mayAdd = true,
  children,
}: RecordSectionProps<Kind>) => {
  const view = usePathway()
  const { pathway, patient } = view
  const lists: { [Each in SectionKind]: readonly RecordsOf[Each][] } = view
  const records = lists[kind]
  const { title, note, none, nameOf } = sections[kind].section
  const mayRecord = useMayRecord()
  const what = inSentence(recordKinds[kind].title)
  return (
    <Section
      id={kind}
      title={title}
      note={note}
      action={
        mayRecord &&
        mayAdd && (
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
        <p className="sf-quiet">{none ?? `No ${what} yet.`}</p>
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
