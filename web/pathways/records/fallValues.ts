import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { type fallForm, toldOfFall, type ToldOfFall } from '../../../contract/pathways/records/fall.ts'

type FallTyped = z.input<typeof fallForm>
type FallValues = z.output<typeof fallForm>
export type FallFormState = UseFormReturn<FallTyped, unknown, FallValues>

/** What a save is told: of one fall what was told of it, of several their number and the period, and nothing of the other. */
export const fallToSend = ({ how, fallDate, fallCount, periodFrom, redFlags, ...others }: FallValues) => {
  const { afterDeathConfirmed, isAbout, ...told } = others
  const same = { fallDate, afterDeathConfirmed }
  if (how === 'one')
    // An empty box is no answer, and a day that is not marked is meant as it is.
    return {
      ...same,
      ...told,
      isAbout: isAbout === true ? true : null,
      fallCount: null,
      periodFrom: null,
      redFlags,
    }
  const nothing = Object.fromEntries(toldOfFall.map((field) => [field, null])) as Record<ToldOfFall, null>
  return { ...same, ...nothing, fallCount, periodFrom }
}
