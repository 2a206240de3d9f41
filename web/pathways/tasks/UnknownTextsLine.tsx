import { formatCount, formatDateTime } from '../../../contract/platform/words/format.ts'
import type { Today } from '../../../contract/pathways/today.ts'

/** Texts that no record could be found for. Their words are at GOV.UK Notify alone. */
export const UnknownTextsLine = ({ texts }: { texts: Today['unknownTexts'] }) => {
  const { count, lastAt } = texts ?? { count: 0, lastAt: null }
  if (count === 0) return null
  const [came, read, last] =
    count === 1 ? ['1 text came', 'it', 'on'] : [`${formatCount(count)} texts came`, 'them', 'the last on']
  return (
    <p>
      {came} within 7 days from a telephone that the falls calendar does not know, {last}{' '}
      {formatDateTime(lastAt)}. Somebody may have answered from another telephone: read {read} at GOV.UK
      Notify, under received text messages.
    </p>
  )
}
