import { endPersonLink, givePersonLink, paperLink, personLinks } from '../../../contract/care/person/link.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { saveContact } from '../../../contract/patients/flags/contact.ts'
import { done, type Saved } from '../world/factories.ts'
import type { World } from '../world/world.ts'
import { contactOf } from './knownSafetyNets.ts'
import { known, reads, writes, type KnownCall } from './knownCall.ts'

let contacts = 0

/** Somebody who acts for the patient: each has a link of their own, which ends no other. */
const acting = async (world: World) => {
  contacts += 1
  const contact = { ...contactOf(world.patient.id), name: `Harriet ${contacts}` }
  return {
    patientId: world.patient.id,
    way: 'paper' as const,
    contactId: (await done(world, saveContact, contact)).id,
    actsBy: 'attorney' as const,
    actsSince: addDays(today(), -10),
    safeConfirmed: true,
  }
}

const aLink = async (world: World): Promise<Saved> =>
  (await done(world, givePersonLink, await acting(world))) as Saved

/** Input that works for each call about links to the own page of a person. */
export const knownPersonLinkCalls: readonly KnownCall[] = [
  known(personLinks, ({ patient }) => ({ patientId: patient.id }), reads()),
  known(givePersonLink, acting, writes()),
  known(paperLink, async (world) => ({ id: (await aLink(world)).id }), reads()),
  known(endPersonLink, aLink, writes()),
]
