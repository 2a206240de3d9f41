import { Link } from '@tanstack/react-router'
import type { Narrowing } from '../../../contract/pathways/worklists/listFilters.ts'
import { dueGroups, dueGroupTitles, type DueCounts } from '../../../contract/stages/dueGroup.ts'
import { written } from './address.ts'

interface DueTabsProps {
  to: string
  narrowing: Narrowing
  /** Undefined until counted. */
  counts: DueCounts | undefined
}

/** The parts of a list by due date, each with its count; the whole list comes last. */
export const DueTabs = ({ to, narrowing, counts }: DueTabsProps) => {
  const whole = counts && counts.late + counts.thisWeek + counts.later
  const tabs = [
    ...dueGroups.map((due) => ({ due, title: dueGroupTitles[due], count: counts?.[due] })),
    { due: undefined, title: 'All', count: whole },
  ]
  return (
    <nav className="sf-due" aria-label="By what is due">
      <ul>
        {tabs.map(({ due, title, count }) => (
          <li key={title}>
            <Link
              to={to}
              search={written({ ...narrowing, due })}
              resetScroll={false}
              aria-current={narrowing.due === due ? 'page' : undefined}
              activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
              className={due === 'late' && count ? 'sf-due--late' : ''}
            >
              {title}{' '}
              {/* The text is centred, so a longer number would move the words before it: the key makes each count a new
                  element. */}
              <span key={count} className="sf-due__count">
                {count ?? '–'}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
