import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { recordKinds, type RecordsOf, type SectionKind } from '../../../contract/pathways/records/kinds.ts'
import type { RecordSection as DeclaredSection } from '../../../contract/platform/calls/record.ts'
import { inSentence } from '../../pathways/records/inSentence.ts'
import { recordPath } from '../../pathways/records/recordLink.ts'
import { useMay } from '../../platform/session/session.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { Folded } from './Folded.tsx'
import type { Column } from '../../platform/ui/StackedTable.tsx'
import { RecordTable } from './RecordTable.tsx'
import { Section } from './Section.tsx'

const sections: { readonly [Kind in SectionKind]: { section: DeclaredSection<RecordsOf[Kind]> } } =
  recordKinds

interface RecordSectionProps<Kind extends SectionKind> {
  kind: Kind
  columns: readonly Column<RecordsOf[Kind]>[]
  /** Whether another record may be added now; the default is true. */
  mayAdd?: boolean
  /** A record in progress, which is shown even if there are later ones. */
  isOpen?: (record: RecordsOf[Kind]) => boolean
  /** Which records have a row of their own; the default is all. */
  isRow?: (record: RecordsOf[Kind]) => boolean
  shownAtFirst?: number
  /** Text of the button at the end of a row. */
  verb?: string
  /** Another way to add one, beside Add. */
  beside?: ReactNode
  /** Above the table, even if there are no records. */
  above?: ReactNode
  /** Below the table, for the records it shows. */
  below?: (shown: readonly RecordsOf[Kind][]) => ReactNode
}

/** Whether the user may add and change records of this pathway here. */
export const useMayRecord = (): boolean => {
  const may = useMay('clinical.write')
  return usePathway().stage.open && may
}

/** A section of the pathway page with the records of one kind and Add in place. */
export const RecordSection = <Kind extends SectionKind>({
  kind,
  columns,
  mayAdd = true,
  isOpen,
  isRow = () => true,
  shownAtFirst = 1,
  verb = 'Edit',
  beside,
  above,
  below = () => null,
}: RecordSectionProps<Kind>) => {
  const view = usePathway()
  const { pathway, patient } = view
  const lists: { [Each in SectionKind]: readonly RecordsOf[Each][] } = view
  const records = lists[kind].filter(isRow)
  const { title, note, none, nameOf } = sections[kind].section
  const mayRecord = useMayRecord()
  const what = inSentence(recordKinds[kind].title)
  return (
    <Section
      id={kind}
      title={title}
      note={records.length === 0 ? undefined : note}
      line={records.length === 0 ? (none ?? `No ${what} yet.`) : undefined}
      action={
        mayRecord &&
        mayAdd && (
          <span className="sf-actions">
            {beside}
            <Link
              className="sf-button"
              to={recordPath(kind, 0)}
              search={{ id: pathway.id, patientId: patient.id }}
              aria-label={`Add ${what}`}
            >
              Add
            </Link>
          </span>
        )
      }
    >
      {above}
      {records.length > 0 && (
        <Folded
          name={kind}
          records={records}
          shownAtFirst={shownAtFirst}
          {...(isOpen === undefined ? {} : { isKept: isOpen })}
          more={(_, hidden) => (
            <>
              Show {hidden} earlier <span className="nhsuk-u-visually-hidden">of {title}</span>
            </>
          )}
        >
          {(shown) => (
            <>
              <RecordTable
                label={title}
                records={shown}
                columns={columns}
                nameOf={nameOf}
                verb={verb}
                editPath={mayRecord ? ({ id }) => recordPath(kind, id) : null}
              />
              {below(shown)}
            </>
          )}
        </Folded>
      )}
    </Section>
  )
}
