import { formatDate } from '../../contract/format.ts'
import { HttpProblem, notFound } from '../errors.ts'

interface Closable {
  is_active: boolean
  cancel_referral_date: string | null
  discharge_date: string | null
}

/** Refuses a clinical change to a closed pathway, with the reason (CS-10). */
export const assertOpen = (pathway: Closable): void => {
  if (!pathway.is_active) throw notFound()
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
