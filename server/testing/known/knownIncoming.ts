import {
  acceptIncoming,
  askForMore,
  countIncoming,
  declineIncoming,
  getIncoming,
  inviteIncoming,
  listIncoming,
  printIncomingLetter,
  recordAnswer,
  reopenIncoming,
  searchIncoming,
  toldByTelephone,
} from '../../../contract/exchange/incoming/incomingReferral.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { patientColumns } from '../../patients/patient/columns.ts'
import { anIncoming, toldOf } from '../../exchange/testing/incomingWorld.ts'
import { done, firstOf, patientInputOf, referralInputOf, type Saved } from '../world/factories.ts'
import type { World } from '../world/world.ts'
import { known, writes, type KnownCall } from './knownCall.ts'

/** A referral that is to be decided. */
const waiting = async ({ service }: World): Promise<Saved> => ({
  id: (await anIncoming(service)).id,
  version: 1,
})

const declining = async (world: World) => ({
  ...(await waiting(world)),
  declinedReferralId: await firstOf(world.service, 'declined_referral'),
})
/** One that was declined, with its letter. */
export const declined = async (world: World) =>
  (await done(world, declineIncoming, await declining(world))) as Saved & { letterId: number }

/** One that was declined, and whose sender could not be told by message. */
const failed = async (world: World): Promise<Saved> => {
  const { id, version } = await declined(world)
  await world.service.db.owner.query(
    `insert into sender_answer (incoming_referral_id, kind, says, state, next_at, settled_at)
     values ($1, 'interim', '{"outcome": "declined", "words": "Out of area", "by": null}', 'failed', now(), now())`,
    [id],
  )
  return { id, version }
}

/** The calls about referrals that came in from outside. */
export const knownIncomingCalls: readonly KnownCall[] = [
  known(listIncoming, {}),
  known(searchIncoming, async (world) => {
    await anIncoming(world.service, { told: toldOf({ person: { familyName: 'Sought' } }) })
    return { text: 'Sought' }
  }),
  known(countIncoming, {}),
  known(getIncoming, async (world) => ({ id: (await waiting(world)).id })),
  known(
    acceptIncoming,
    async (world) => {
      const { referralDate, referrerId, referralMethodId } = await referralInputOf(world.service, 1)
      return {
        ...(await waiting(world)),
        patient: await patientInputOf(world.service),
        referral: { referralDate, referrerId, referralMethodId },
      }
    },
    writes((_, __, { patientId }) => [patientId]),
    [{ table: 'patient', part: 'patient', rowOf: ({ patientId }) => patientId, columns: patientColumns }],
  ),
  known(declineIncoming, declining),
  known(askForMore, async (world) => ({
    ...(await waiting(world)),
    askedWhat: 'Which practice?',
    chaseDate: addDays(today(), 2),
  })),
  known(inviteIncoming, async (world) => {
    await world.service.db.sql.updateTable('letterhead').set({ telephone: '01632 960 100' }).execute()
    const { id } = await anIncoming(world.service, { source: 'caseFinding' })
    return { id, version: 1, chaseDate: addDays(today(), 14) }
  }),
  known(recordAnswer, async (world) => ({ ...(await waiting(world)), answer: 'Willow Lane Surgery' })),
  known(reopenIncoming, async (world) => {
    const { id, version } = await declined(world)
    return { id, version }
  }),
  known(toldByTelephone, failed),
  known(printIncomingLetter, async (world) => ({ id: (await declined(world)).letterId, version: 1 })),
]
