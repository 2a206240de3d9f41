import { failureOf } from '../../../platform/messages/notify/failure.ts'
import type { Notify, Postage } from '../../../platform/messages/notify/notify.ts'
import type { Carrier } from '../dispatches/carrier.ts'
import { whyNotPrinted } from './checkPaper.ts'
import { forgotten, letterStatuses } from './letterStatuses.ts'

/** Posts letters through GOV.UK Notify, which prints a PDF of ours (decision 160). */
export const openPost = (notify: Notify, postage: Postage): Carrier => ({
  find: async ({ requestId }) => (await notify.find(requestId))?.id ?? null,
  send: async ({ requestId }, pdf) => {
    const problems = await whyNotPrinted(pdf)
    if (problems.length > 0)
      return {
        as: 'refused',
        words: `GOV.UK Notify would not print it. ${problems.join(' ')} Print it here.`,
      }
    try {
      const reference = await notify.letter({ reference: requestId, pdf, postage })
      return { as: 'accepted', reference, words: 'GOV.UK Notify has it and checks it before it prints it.' }
    } catch (error) {
      const { as, message: words, waitMs } = failureOf(error, Date.now())
      return { as, words, ...(waitMs === undefined ? {} : { waitMs }) }
    }
  },
  ask: async ({ reference }) => {
    if (reference === null) return null
    const status = await notify.ask(reference)
    return status === null ? forgotten : (letterStatuses[status] ?? null)
  },
})
