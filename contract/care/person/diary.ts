import { z } from 'zod'

/* One day of exercise at home, as the person says on the own page (decision 168). */

/** The minutes to choose from. The last stands for as many or more. */
export const diaryMinutes = [5, 10, 15, 20, 30] as const
export const diaryFeelings = ['easy', 'right', 'hard', 'pain'] as const

export const diaryTold = z.object({
  exerciseId: z.int(),
  day: z.string(),
  isDone: z.boolean(),
  minutes: z.union(diaryMinutes.map((minutes) => z.literal(minutes))).nullable(),
  felt: z.enum(diaryFeelings).nullable(),
})
export type DiaryTold = z.output<typeof diaryTold>
