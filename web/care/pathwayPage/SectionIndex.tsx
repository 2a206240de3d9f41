import { useQuery } from '@tanstack/react-query'
import { recordKinds, type SectionKind } from '../../../contract/pathways/records/kinds.ts'
import type { RecordSection } from '../../../contract/platform/calls/record.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { useMay } from '../../platform/session/session.ts'
import { personLinksQuery } from '../person/linkQueries.ts'
import { MenuButton } from '../../platform/ui/MenuButton.tsx'
import { goToSection, holdSection } from '../../platform/ui/useScrollToSection.ts'
import { sectionKindsOf } from './recordSections.tsx'

type IndexLine = [anchor: string, title: string, count: number | null]

/** Hidden from people outside the service. */
const responsibility: readonly IndexLine[] = [
  ['owner', 'Owner', null],
  ['tasks', 'Tasks', null],
]

const classes: readonly IndexLine[] = [
  ['classes', 'Classes', null],
  ['fallsCalendar', 'Falls calendar', null],
  ['letters', 'Letters', null],
]

const ownPage: readonly IndexLine[] = [['ownPage', 'Own page', null]]

const indexTitleOf = (kind: SectionKind): string => {
  const { title, indexTitle }: Pick<RecordSection<never>, 'title' | 'indexTitle'> = recordKinds[kind].section
  return indexTitle ?? title
}

/** Every section of the page with its number of records. */
const useIndexLines = (): IndexLine[] => {
  const view = usePathway()
  const mayRead = useMay('patient.read')
  const mayGive = useMay('patient.write')
  const { data: links } = useQuery({ ...personLinksQuery(view.patient.id), enabled: mayGive })
  return [
    ['referral', 'Referral', null],
    ...(mayRead ? responsibility : []),
    ...sectionKindsOf(view).map((kind): IndexLine => [kind, indexTitleOf(kind), view[kind].length]),
    ...(mayRead ? classes : []),
    ...(mayGive && links?.isServed === true ? ownPage : []),
    ['documents', 'Documents', view.documents.length],
    ['general', 'General', null],
    ['comments', 'Comments', null],
    ['consent', 'Consent', null],
    ['closing', view.stage.open ? 'Discharge' : 'Closed', null],
    ['history', 'Timeline', null],
  ]
}

/** A link to each section, beside the sections if there is room. */
export const SectionIndex = () => {
  const sections = useIndexLines()
  return (
    <nav className="sf-index" aria-label="Sections of this pathway">
      <ul>
        {sections.map(([anchor, title, count]) => (
          <li key={anchor}>
            <a href={`#${anchor}`} onClick={() => holdSection(anchor)}>
              {title} {count !== null && <span>{count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The same links if there is no room beside the sections: a button that stays visible while the page is scrolled. */
export const SectionMenu = () => (
  <MenuButton
    className="sf-tool sf-tool--sections"
    face="Sections"
    entries={useIndexLines().map(([anchor, title, count]) => ({
      label: count === null ? title : `${title} (${count})`,
      href: `#${anchor}`,
      act: () => goToSection(anchor),
    }))}
  />
)
