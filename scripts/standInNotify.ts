import type { Courier } from '../server/platform/messages/couriers.ts'
import { openNotify } from '../server/platform/messages/notify/notify.ts'
import { startStandIn } from '../server/platform/messages/notify/standIn.ts'

const stepMs = 20_000

/**
 * A stand-in of GOV.UK Notify in this process, which calls back when a message came to its end. What it is given stays
 * among the messages that the administrator reads, as without it.
 */
export const startNotifyOfDemonstration = async (port: number) => {
  const standIn = await startStandIn({ stepMs })
  const token = standIn.settings.callbackToken ?? ''
  standIn.callback = { url: `http://127.0.0.1:${port}/notify/status`, token }
  standIn.receivedCallback = { url: `http://127.0.0.1:${port}/notify/received`, token }
  const notify = openNotify(standIn.settings)
  return {
    token,
    /** @param outbox where the words are kept */
    over: (outbox: Courier): Courier => ({
      ...outbox,
      notify: {
        ...notify,
        text: async (message) => {
          const id = await notify.text(message)
          await outbox.sms?.(message)
          return id
        },
        mail: async (message) => {
          const id = await notify.mail(message)
          await outbox.mail?.(message)
          return id
        },
      },
    }),
  }
}
