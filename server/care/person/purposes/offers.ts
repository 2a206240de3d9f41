import type { Kysely } from 'kysely'
import type { Said } from '../../../../contract/pathways/records/said.ts'
import { instantAt } from '../../../../contract/platform/dates/wallTime.ts'
import type { RecordDeath } from '../../../patients/patient/death.ts'
import type { DB } from '../../../platform/db/types.ts'
import { html, type Html } from '../../../platform/http/pages/html.ts'
import { lockPathway } from '../../../stages/lock.ts'
import { book } from '../../clinics/book.ts'
import { refuse } from '../../clinics/offer.ts'
import { tellWith } from '../../telling/tell.ts'
import { keepAnswer, orLookAgain, sentId, writingOf } from '../answers/keep.ts'
import type { Frame } from '../pages/frame.ts'
import { LookAgain } from '../pages/personPages.ts'
import type { PersonService } from '../service.ts'
import { dayIn } from '../words/dayIn.ts'
import type { Purpose } from './home.ts'
import { cardOf, press } from './parts.ts'
import { whenAndHow } from './whenAndHow.ts'

/** Free places that are offered to the person, with *yes* and *no*; null if there are none. */
export const offersOf = async ({
  frame,
  sql,
  now,
}: {
  frame: Frame
  sql: Kysely<DB>
  now: number
}): Promise<Html | null> => {
  const words = frame.words.appointments
  const rows = await sql
    .selectFrom('my_offer')
    .selectAll()
    .orderBy('slot_date')
    .orderBy('start_time')
    .execute()
  const offered = rows
    .map((row) => ({
      id: String(row.id),
      type: row.appointment_type ?? '',
      day: row.slot_date ?? '',
      time: row.start_time ?? '',
      place: row.place ?? '',
      address: row.address ?? '',
    }))
    .filter(({ day, time }) => instantAt(day, time) > now)
  if (offered.length === 0) return null
  return html`${offered.map((each) => {
    const about = `${dayIn(frame.language, each.day)}, ${each.time}`
    const sent = (answer: string) => ({ id: each.id, answer })
    return cardOf(
      words.free,
      html`${whenAndHow(frame, each)}
        <p>${words.want}</p>
        ${press({ to: 'offer', sent: sent('yes'), button: words.yes, about })}
        ${press({ to: 'offer', sent: sent('no'), button: words.no, about, isSecond: true })}`,
    )
  })}`
}

/** Somebody says yes or no to a free place, as staff would record it. The offers stand among the appointments. */
export const offers = (service: PersonService, recordDeath: RecordDeath): Purpose => ({
  card: () => Promise.resolve(null),
  serve: ({ act }) => {
    act('offer', async (acting) => {
      const writing = writingOf(service, acting)
      const { visit, now, sent } = acting
      const gone = 'appointments?said=gone'
      const id = sentId(acting, 'id', gone)
      const found = await writing.sql
        .selectFrom('slot_offer as offer')
        .innerJoin('pathway', 'pathway.id', 'offer.pathway_id')
        .innerJoin('clinic_slot as slot', 'slot.id', 'offer.slot_id')
        .select([
          'pathway.id as pathwayId',
          'slot.id as slotId',
          'slot.slot_date as day',
          'slot.start_time as time',
        ])
        .where('offer.id', '=', id)
        .where('pathway.patient_id', '=', visit.patientId)
        .executeTakeFirst()
      if (found === undefined) throw new LookAgain(gone)
      const { pathwayId, slotId, day, time } = found
      await lockPathway(writing, pathwayId)
      const offer = await writing.sql
        .selectFrom('slot_offer')
        .select(['version', 'refused_date'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const booked = await writing.sql
        .selectFrom('appointment')
        .select('id')
        .where('pathway_id', '=', pathwayId)
        .where('slot_id', '=', slotId)
        .where('is_active', '=', true)
        .where('outcome', 'is', null)
        .executeTakeFirst()
      const said = (kind: 'takesOffer' | 'refusesOffer'): Said => ({ kind, day, time })
      if (sent.get('answer') === 'no') {
        if (booked !== undefined) throw new LookAgain(gone)
        if (offer.refused_date !== null) return 'appointments?said=refused'
        await orLookAgain(gone, refuse(writing, { id, version: offer.version }, now))
        await keepAnswer(writing, acting, { pathwayId, said: said('refusesOffer') })
        return 'appointments?said=refused'
      }
      if (booked !== undefined) return 'appointments?said=took'
      const settled = await writing.sql
        .selectFrom('settled_offer')
        .select('id')
        .where('id', '=', id)
        .executeTakeFirst()
      if (settled !== undefined || sent.get('answer') !== 'yes') throw new LookAgain(gone)
      const wanted = { slotId, pathwayId, tell: false, unusualConfirmed: false }
      const done = book(writing, wanted, { recordDeath, tell: tellWith(service), now })
      const { id: appointmentId } = await orLookAgain(gone, done)
      await keepAnswer(writing, acting, { pathwayId, appointmentId, said: said('takesOffer') })
      return 'appointments?said=took'
    })
  },
})
