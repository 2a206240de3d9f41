import { Link } from '@tanstack/react-router'

interface CounterProps {
  title: string
  to: string
  count: number | undefined
  /** The count could not be loaded. */
  hasFailed?: boolean
  /** Describes the people counted: 'waiting' also gives 'nobody waiting'. */
  doing: string
  /** How many of the people counted are late. */
  late?: number | undefined
}

/** Red above 0, green at 0, and always in words as well (specification, CS-16). */
export const Counter = ({ title, to, count, hasFailed = false, doing, late = 0 }: CounterProps) => (
  <Link
    to={to}
    className={`sf-counter ${count === undefined ? '' : count > 0 ? 'sf-counter--some' : 'sf-counter--none'}`}
  >
    {/* Each part is on a line of its own. The spaces separate the parts for screen readers. */}
    <span className="sf-counter__title">{title}</span>{' '}
    <span className="sf-counter__number">{count ?? '–'}</span>{' '}
    <span className="sf-counter__words">
      {count === undefined
        ? hasFailed
          ? 'not counted'
          : 'counting…'
        : count > 0
          ? doing
          : `nobody ${doing}`}
    </span>{' '}
    {/* Its space is kept, so that the numbers line up. */}
    <span className="sf-counter__late">{late > 0 && `${late} late`}</span>
  </Link>
)
