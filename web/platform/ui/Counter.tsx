import { Link } from '@tanstack/react-router'

interface CounterProps {
  title: string
  to: string
  count: number | undefined
  /** It could not be counted. */
  hasFailed?: boolean
  /** Said of those counted: 'waiting', 'nobody waiting'. */
  doing: string
  /** How many of them are late. */
  late?: number | undefined
}

/** Red above 0, green at 0, and always in words too (specification, CS-16). */
export const Counter = ({ title, to, count, hasFailed = false, doing, late = 0 }: CounterProps) => (
  <Link
    to={to}
    className={`sf-counter ${count === undefined ? '' : count > 0 ? 'sf-counter--some' : 'sf-counter--none'}`}
  >
    {/* Each part on a line of its own for the eye; the spaces part them for the ear. */}
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
    {/* Its room is kept, so that the numbers stand in one line. */}
    <span className="sf-counter__late">{late > 0 && `${late} late`}</span>
  </Link>
)
