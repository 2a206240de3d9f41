import { courierOf, type Courier } from '../../platform/messages/couriers.ts'
import { startStandIn, type StandIn } from '../../platform/messages/notify/standIn.ts'
import type { TestService } from './service.ts'

/**
 * A stand-in of GOV.UK Notify through which the service sends texts and e-mails, and which calls back over HTTP. The
 * service listens on a port of its own from now on.
 */
export const startNotify = async ({
  app,
}: TestService): Promise<{ standIn: StandIn; courier: Courier; callback: StandIn['callback'] }> => {
  const standIn = await startStandIn()
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `${address}/notify/status`
  const callback = { url, token: standIn.settings.callbackToken ?? '' }
  standIn.callback = callback
  standIn.receivedCallback = { ...callback, url: `${address}/notify/received` }
  return { standIn, courier: courierOf({ smtp: null, notify: standIn.settings }), callback }
}
