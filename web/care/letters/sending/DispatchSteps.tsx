import { formatDateTime } from '../../../../contract/platform/words/format.ts'
import type { LetterDispatch } from '../../../../contract/care/letters/letter.ts'
import { dispatchWords } from '../../../../contract/care/letters/ways.ts'

/** How, when, by whom and to where a letter was sent. */
export const dispatchLine = (dispatch: LetterDispatch): string =>
  [
    `${dispatchWords(dispatch)}, ${formatDateTime(dispatch.at)}`,
    dispatch.by === null ? '' : ` by ${dispatch.by}`,
    dispatch.address === null ? '' : `, to ${dispatch.address}`,
    dispatch.failure === null ? '' : `. ${dispatch.failure}`,
  ].join('')

/** What became of it since, step by step. */
export const DispatchSteps = ({ dispatch: { steps = [] } }: { dispatch: LetterDispatch }) =>
  steps.length < 2 ? null : (
    <ol className="sf-quiet">
      {steps.map(({ at, words }) => (
        <li key={`${at} ${words}`}>
          {formatDateTime(at)}: {words}
        </li>
      ))}
    </ol>
  )
