import {
  approveClient,
  getClient,
  listClients,
  revokeClient,
  saveClient,
} from '../../../contract/exchange/client.ts'
import { allowLaunch, askLaunch, listApps, openApp } from '../../../contract/exchange/launch.ts'
import {
  addSubscription,
  changeSubscription,
  listSubscriptions,
  renewSubscriptionSecret,
} from '../../../contract/exchange/subscription.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { clientColumns } from '../../exchange/clients/columns.ts'
import { done, type Saved } from '../world/factories.ts'
import type { World } from '../world/world.ts'
import { anApp, askingOf } from '../../exchange/testing/fhirApp.ts'
import { known, knownSave, patientOfInput, reads, readsNamed, type KnownCall } from './knownCall.ts'

let clients = 0

/** Input for a new client that reads for care by the own organisation. */
export const clientInputOf = (
  overrides: Partial<InputOf<typeof saveClient>> = {},
): InputOf<typeof saveClient> => {
  clients += 1
  return {
    id: 0,
    name: `Hospital record ${clients}`,
    organisation: 'Sampletown Hospitals',
    contact: 'Sam Okoro, sam.okoro@example.org',
    purpose: 'ownCare',
    types: ['Patient', 'Condition'],
    expiresDate: addDays(today(), 180),
    jwksUrl: 'https://record.example.org/jwks.json',
    ...overrides,
  }
}

/** A client that the colleague registered, so that the user may agree to it. */
export const aClient = ({ service, colleague }: World): Promise<Saved> =>
  done({ service, user: colleague }, saveClient, clientInputOf())

const subscriptionInputOf = async (world: World): Promise<InputOf<typeof addSubscription>> => {
  const { service, colleague } = world
  const input = clientInputOf({ types: ['ServiceRequest', 'EpisodeOfCare'] })
  const { id: clientId } = await done({ service, user: colleague }, saveClient, input)
  return { clientId, endpoint: 'https://record.example.org/hook', topics: ['newReferral', 'discharge'] }
}
const aSubscription = async (world: World): Promise<Saved> =>
  done({ service: world.service, user: world.colleague }, addSubscription, await subscriptionInputOf(world))

/** The calls about the register of FHIR clients, and about the apps among them. */
export const knownFhirClientCalls: readonly KnownCall[] = [
  known(listClients, {}),
  known(getClient, async (world) => ({ id: (await aClient(world)).id })),
  knownSave(
    saveClient,
    () => clientInputOf(),
    { organisation: 'Sampletown Community Trust' },
    // Addresses are kept as a list, empty for a program.
    { table: 'fhir_client', columns: clientColumns, madeWhenBlank: ['redirectUrls'] },
  ),
  known(approveClient, aClient),
  known(revokeClient, aClient),
  known(listSubscriptions, async (world) => ({ clientId: (await aClient(world)).id })),
  known(addSubscription, subscriptionInputOf),
  known(changeSubscription, async (world) => ({ ...(await aSubscription(world)), to: 'paused' as const })),
  known(renewSubscriptionSecret, aSubscription),
  known(askLaunch, async ({ service }) => askingOf(await anApp(service)), readsNamed),
  known(
    allowLaunch,
    async ({ service, patient }) => ({ ...askingOf(await anApp(service)), patientId: patient.id }),
    reads(patientOfInput),
  ),
  known(listApps, {}),
  known(
    openApp,
    async ({ service, patient }) => ({ clientId: (await anApp(service)).id, patientId: patient.id }),
    reads(patientOfInput),
  ),
]
