import { formatCount } from '../../../contract/platform/words/format.ts'
import type { Today } from '../../../contract/pathways/today.ts'

/** What was handed in from visits without a signal and waits, and from how many nothing came; the link leads to them. */
export const VisitFormsLine = ({ forms }: { forms: Today['visitForms'] }) => {
  const { waiting, missing } = forms ?? { waiting: 0, missing: 0 }
  if (waiting + missing === 0) return null
  const nothing = waiting > 0 ? ', and nothing' : 'Nothing'
  return (
    <p>
      <a href="/visits?show=handedIn">
        {waiting === 1 && '1 form from a visit was handed in and waits'}
        {waiting > 1 && `${formatCount(waiting)} forms from visits were handed in and wait`}
        {missing > 0 &&
          `${nothing} was handed in from ${missing === 1 ? '1 visit' : `${formatCount(missing)} visits`}`}
      </a>
      .
    </p>
  )
}
