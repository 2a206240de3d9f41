import type { FastifyInstance } from 'fastify'
import { addressServiceAway } from '../../../contract/platform/fields/addressLines.ts'
import { getAddress, searchAddress } from '../../../contract/reference/addressLookup.ts'
import { causedBy, notFound, HttpProblem, PartFailure } from '../../platform/errors.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import type { AddressLookupService } from './service.ts'
import { route, type Call } from '../../platform/http/calls/route.ts'
import { AddressServiceFailure, type AddressService } from './loqate.ts'

/** The audit trail records what leaves the organisation, by whom and when, like any other read. */
const rights: Rights = { capability: 'patient.write', audit: 'read', idempotency: 'safe', rate: 'search' }

/** Looks up addresses for users who may edit patients. Replies 404 if the server does not do the lookup. */
export const serveAddressLookup = (app: FastifyInstance, service: AddressLookupService): void => {
  route(app, service, searchAddress, rights, (call, { text, within }) =>
    ask(call, { text, ...(within === undefined ? {} : { within }) }, (addresses) =>
      addresses.search(text, within),
    ),
  )
  route(app, service, getAddress, rights, async (call, { id }) => {
    const address = await ask(call, { id }, (addresses) => addresses.retrieve(id))
    if (address === null) throw notFound()
    return address
  })
}

/** @param leaving what is about to leave the organisation */
const ask = async <Answer>(
  call: Call<AddressLookupService>,
  leaving: Record<string, unknown>,
  question: (addresses: AddressService) => Promise<Answer>,
): Promise<Answer> => {
  const addresses = call.service.addressLookup.service
  if (addresses === null) throw notFound()
  await call.tellsOutside({ criteria: leaving })
  try {
    return await question(addresses)
  } catch (error) {
    if (!(error instanceof AddressServiceFailure)) throw error
    throw causedBy(
      new HttpProblem(503, 'unavailable', addressServiceAway),
      new PartFailure('addresses', error.message),
    )
  }
}
