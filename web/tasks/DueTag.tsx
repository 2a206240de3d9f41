import { formatDate } from '../../contract/format.ts'
import { dueInWords, isLate } from './dueInWords.ts'

/** A day with how far off it is; colour only where it is late, and never without the word. */
export const DueTag = ({ due, day }: { due: string; day?: string }) => (
  <>
    <span className="sf-nowrap">{formatDate(due)}</span>{' '}
    <span className={isLate(due, day) ? 'sf-tag sf-tag--late' : 'sf-quiet'}>{dueInWords(due, day)}</span>
  </>
)
