import type { Today, TodayPart } from '../../../contract/pathways/today.ts'
import { formatCount } from '../../../contract/platform/words/format.ts'

interface Part {
  /** The anchor of its heading. */
  id: string
  title: string
  /** Its lines; null for a role that does not see this part. */
  of: (shown: Today) => TodayPart | null
  /** Shown if there are no lines. */
  none: string
  isUrgent?: true
  /** Shows the owner of each line, because the part mixes lines of several people. */
  showsOwner?: true
  /** Shown only to roles that oversee the work of all colleagues. */
  isOverseen?: true
}

/** The parts of Today, in the order of the page. */
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
    none: 'Nothing without an owner is due.',
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

/** The number of lines in a part, with 'or more' if the count stopped at its limit. */
export const totalInWords = ({ total, hasMore }: TodayPart): string =>
  `${formatCount(total)}${hasMore ? ' or more' : ''}`
