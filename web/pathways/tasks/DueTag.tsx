import { formatDate } from '../../../contract/platform/words/format.ts'
import { dueInWords, isLate } from './dueInWords.ts'

interface Due {
  due: string
  /** The last day in time, if it is not the due day. */
  inTimeUntil?: string
  day?: string
}

/** A day with its distance from today. Only late days are coloured, and always with the word. */
export const DueTag = ({ due, inTimeUntil = due, day }: Due) => (
  <>
    <span className="sf-nowrap">{formatDate(due)}</span>{' '}
    <span className={isLate(inTimeUntil, day) ? 'sf-tag sf-tag--late' : 'sf-quiet'}>
      {isLate(due, day) && !isLate(inTimeUntil, day) ? 'now' : dueInWords(due, day)}
    </span>
  </>
)
