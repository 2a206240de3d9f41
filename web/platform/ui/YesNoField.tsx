import type { FieldValues } from 'react-hook-form'
import { ChoiceField } from './ChoiceField.tsx'
import type { FieldProps } from './fields.tsx'

const answers = [
  { id: 'yes', name: 'Yes' },
  { id: 'no', name: 'No' },
  { id: '', name: 'Not answered' },
]

/** A question with the answers yes, no and not answered. */
export const YesNoField = <In extends FieldValues, Out>(props: FieldProps<In, Out>) => (
  <ChoiceField {...props} options={answers} isInline />
)

/** The form value of an answer. */
export const answerText = (answer: boolean | null | undefined): 'yes' | 'no' | '' =>
  answer == null ? '' : answer ? 'yes' : 'no'
