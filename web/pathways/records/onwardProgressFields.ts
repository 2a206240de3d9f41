import {
  onwardAnswers,
  onwardOutcomes,
  type OnwardProgress,
} from '../../../contract/pathways/records/onwardProgress.ts'
import type { Field } from '../../platform/ui/DescribedFields.tsx'

/** Acknowledged, answered, asked again, outcome: each may be left out. */
export const onwardProgressFields: readonly Field<keyof OnwardProgress>[] = [
  { day: 'receivedDate', isOptional: true },
  { select: 'answer', options: onwardAnswers, unset: 'No answer yet', isOptional: true },
  {
    day: 'chaseDate',
    hint: 'It is on no list until this day. At most half a year ahead',
    isOptional: true,
  },
  { select: 'outcome', options: onwardOutcomes, unset: 'No outcome yet', isOptional: true },
  { day: 'outcomeDate', isOptional: true },
  {
    lines: 'outcomeNote',
    hint: 'If they refused, say what happens instead',
    rows: 3,
    isOptional: true,
  },
]
