import type { Today, TodayPart } from '../../../contract/pathways/today.ts'
import { formatCount } from '../../../contract/platform/words/format.ts'

interface Part {
  /** The anchor of its heading. */
  id: string
  title: string
  /** Its lines; null for a role that is not shown it. */
  of: (shown: Today) => TodayPart | null
  /** Said when there are none. */
  none: string
  isUrgent?: true
  /** Says whose each line is: lines of several people stand together. */
  showsOwner?: true
  /** Shown only to those who oversee what all colleagues have to do. */
  isOverseen?: true
}

/** The parts of Today, in the order in which they are looked at. */
export const todayParts: readonly Part[] = [
  {
    id: 'late',
    title: 'Mine, late',
    of: ({ late }) => late,
    none: 'Nothing of yours is late.',
    isUrgent: true,
  },
  { id: 'now', title: 'Mine, today', of: ({ today }) => today, none: 'Nothing of yours is due today.' },
  {
    id: 'week',
    title: 'Mine, this week',
    of: ({ week }) => week,
    none: 'Nothing of yours is due by Sunday.',
  },
  { id: 'calls', title: 'Calls', of: ({ calls }) => calls, none: 'No call is due.' },
  {
    id: 'visits',
    title: 'Visits',
    of: ({ visits }) => visits,
    none: 'No plan begins in the next seven days.',
  },
  {
    id: 'unowned',
    title: 'Unowned, due',
    of: ({ unowned }) => unowned,
    none: 'Nothing is due that nobody owns.',
    isUrgent: true,
    isOverseen: true,
  },
  {
    id: 'long-late',
    title: 'Seven days late',
    of: ({ longLate }) => longLate,
    none: 'Nothing is seven days late.',
    isUrgent: true,
    showsOwner: true,
    isOverseen: true,
  },
]

/** How many lines a part has; those of all colleagues are counted so far and no further. */
export const totalInWords = ({ total, hasMore }: TodayPart): string =>
  `${formatCount(total)}${hasMore ? ' or more' : ''}`
