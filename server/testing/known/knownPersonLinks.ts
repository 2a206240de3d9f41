import { endPersonLink, givePersonLink, paperLink, personLinks } from '../../../contract/care/person/link.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { saveContact } from '../../../contract/patients/flags/contact.ts'
import { done, type Saved } from '../world/factories.ts'
import type { World } from '../world/world.ts'
import { contactOf } from './knownSafetyNets.ts'
import { known, reads, writes, type KnownCall } from './knownCall.ts'

const aLink = (world: World): Promise<Saved> =>
  done(world, givePersonLink, { patientId: world.patient.id, way: 'paper' }) as Promise<Saved>

/** Input that works for each call about links to the own page of a person. */
export const knownPersonLinkCalls: readonly KnownCall[] = [
  known(personLinks, ({ patient }) => ({ patientId: patient.id }), reads()),
  known(
    givePersonLink,
    async (world) => {
      const contact = await done(world, saveContact, contactOf(world.patient.id))
      return {
        patientId: world.patient.id,
        way: 'paper' as const,
        contactId: contact.id,
        actsBy: 'attorney' as const,
        actsSince: addDays(today(), -10),
        safeConfirmed: true,
      }
    },
    writes(),
  ),
  known(paperLink, async (world) => ({ id: (await aLink(world)).id }), reads()),
  known(endPersonLink, aLink, writes()),
]
