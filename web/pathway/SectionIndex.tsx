import { recordKinds, type SectionKind } from '../../contract/records/kinds.ts'
import type { RecordSection } from '../../contract/records/record.ts'
import { usePathway } from '../frames/PathwayFrame.tsx'
import { useMay } from '../session.ts'
import { sectionKindsOf } from './recordSections.tsx'

type IndexLine = [anchor: string, title: string, count: number | null]

/** Not shown to people outside the service. */
const responsibility: readonly IndexLine[] = [
  ['owner', 'Owner', null],
  ['tasks', 'Tasks', null],
]

const indexTitleOf = (kind: SectionKind): string => {
  const { title, indexTitle }: Pick<RecordSection<never>, 'title' | 'indexTitle'> = recordKinds[kind].section
  return indexTitle ?? title
}

/** Beside the sections: a link to each, with how many records it has. */
export const SectionIndex = () => {
  const view = usePathway()
  const mayRead = useMay('patient.read')
  const sections: IndexLine[] = [
    ['referral', 'Referral', null],
    ...(mayRead ? responsibility : []),
    ...sectionKindsOf(view).map((kind): IndexLine => [kind, indexTitleOf(kind), view[kind].length]),
    ['documents', 'Documents', view.documents.length],
    ['general', 'General', null],
    ['comments', 'Comments', null],
    ['consent', 'Consent', null],
    ['closing', view.stage.open ? 'Discharge' : 'Closed', null],
    ['history', 'Timeline', null],
  ]
  return (
    <nav className="sf-index" aria-label="Sections of this pathway">
      <ul>
        {sections.map(([anchor, title, count]) => (
          <li key={anchor}>
            <a href={`#${anchor}`}>
              {title} {count !== null && <span>{count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
