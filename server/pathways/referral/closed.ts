import { formatDate } from '../../../contract/platform/words/format.ts'
import { HttpProblem, notFound } from '../../platform/errors.ts'

interface Closable {
  is_active: boolean
  cancel_referral_date: string | null
  discharge_date: string | null
}

/** Treats a deleted pathway as missing. */
export const assertThere = ({ is_active }: Pick<Closable, 'is_active'>): void => {
  if (!is_active) throw notFound()
}

/** Refuses a clinical change to a closed pathway, with the reason (CS-10). */
export const assertOpen = (pathway: Closable): void => {
  assertThere(pathway)
  const closed =
    pathway.discharge_date !== null
      ? `discharged on ${formatDate(pathway.discharge_date)}`
      : pathway.cancel_referral_date !== null
        ? `cancelled on ${formatDate(pathway.cancel_referral_date)}`
        : null
  if (closed !== null)
    throw new HttpProblem(
      409,
      'closed-pathway',
      `This referral was ${closed}, so its records cannot be changed.`,
    )
}
