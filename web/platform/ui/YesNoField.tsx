import type { FieldValues } from 'react-hook-form'
import { ChoiceField } from './ChoiceField.tsx'
import type { FieldProps } from './fields.tsx'

const answers = [
  { id: 'yes', name: 'Yes' },
  { id: 'no', name: 'No' },
  { id: '', name: 'Not answered' },
]

/** A question with yes, no, or no answer yet. */
export const YesNoField = <In extends FieldValues, Out>(props: FieldProps<In, Out>) => (
  <ChoiceField {...props} options={answers} isInline />
)

/** How an answer is in a form. */
export const answerText = (answer: boolean | null | undefined): 'yes' | 'no' | '' =>
  answer == null ? '' : answer ? 'yes' : 'no'
