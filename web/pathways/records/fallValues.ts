import type { z } from 'zod'
import { type fallForm, toldOfFall, type ToldOfFall } from '../../../contract/pathways/records/fall.ts'

type FallValues = z.output<typeof fallForm>

/**
 * The values that a save sends: the details of one fall, or the number and period of several. The fields of the other
 * form are cleared.
 */
export const fallToSend = ({ how, fallDate, fallCount, periodFrom, redFlags, ...others }: FallValues) => {
  const { afterDeathConfirmed, fromAnswerId, isAbout, ...told } = others
  const same = { fallDate, afterDeathConfirmed, fromAnswerId }
  if (how === 'one')
    // An unticked box is stored as null, not as a no: the day is then exact.
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
