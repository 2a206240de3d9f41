import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, daysBetween, today } from '../../../contract/platform/dates/dates.ts'
import { getPathway, savePathway } from '../../../contract/pathways/referral/pathway.ts'
import { savePatient } from '../../../contract/patients/patient.ts'
import { workLists } from '../../../contract/pathways/worklists/workList.ts'
import { startServerProcess } from '../process/serverProcess.ts'
import { aPatient, patientInputOf, referralInputOf, type Saved } from '../world/factories.ts'
import { bearer } from '../values/request.ts'
import { testService, type TestService } from '../process/service.ts'
import type { TestUser } from '../world/users.ts'

/*
 * CS-4: a day goes to the database and back as it was written, whatever the time zone of the server. The days on
 * which some zone's clocks changed are the ones that move; SUREFOOT_DAYS=all tries every day since 1900.
 */

const zones = ['Europe/London', 'Pacific/Auckland', 'America/Los_Angeles', 'Pacific/Apia']

/** Minutes by which local midnight of a day is ahead of UTC, in a zone. */
const offsetAt = (zone: string): ((day: string) => string) => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    day: '2-digit',
  })
  return (day) => format.format(Date.parse(`${day}T00:00Z`)).slice(-5)
}

/** First and last days, leap days, and days on which the clocks of a zone were changed, with the day after. */
const tellingDays = (zone: string): string[] => {
  const last = today()
  const all = Array.from({ length: daysBetween('1900-01-01', last) + 1 }, (_, n) => addDays('1900-01-01', n))
  if (process.env['SUREFOOT_DAYS'] === 'all') return all
  const offset = offsetAt(zone)
  // Every third turn: of spring and autumn by turns.
  const turns = all
    .filter((day, n) => n > 0 && offset(day) !== offset(all[n - 1] as string))
    .filter((_, n) => n % 3 === 0)
  return [
    ...new Set([
      '1900-01-01',
      last,
      ...all.filter((day) => day.endsWith('-02-29')),
      ...turns,
      ...turns.map((day) => addDays(day, -1)),
    ]),
  ]
}

let service: TestService
let user: TestUser

beforeAll(async () => {
  service = await testService()
  user = await service.as('Clinician')
})
afterAll(() => service.close())

describe('CS-4: no day moves between the request, the database and the reply', () => {
  it.each(zones)(
    'on a server in %s',
    async (zone) => {
      const apart = await startServerProcess({ DATABASE_URL: service.db.url, TZ: zone })
      const as = bearer(user)
      try {
        const days = tellingDays(zone)
        expect(days.length).toBeGreaterThan(40)
        const patient = await patientInputOf(service, { dateOfBirth: null })
        const referral = await referralInputOf(service, (await aPatient(service, user, patient)).id)
        let stored: Saved = { id: Number(referral.patientId), version: 1 }
        let pathway = (await apart.ask(savePathway, referral, as)).body as Saved
        for (let n = 0; n < days.length; n += 2) {
          const [consentRefusedDate = '', referralDate = consentRefusedDate] = days.slice(n, n + 2)
          stored = (await apart.ask(savePatient, { ...patient, ...stored, consentRefusedDate }, as))
            .body as Saved
          pathway = (await apart.ask(savePathway, { ...referral, ...pathway, referralDate }, as))
            .body as Saved
          const { body } = await apart.ask(getPathway, { id: pathway.id }, as)
          expect(body).toMatchObject({ patient: { consentRefusedDate }, pathway: { referralDate } })
          const list = await apart.ask(workLists.awaitingAssessment, { q: patient.familyName }, as)
          expect(list.body).toMatchObject([{ referralDate }])
          const { rows } = await service.db.owner.query(
            `select to_char(consent_refused_date, 'YYYY-MM-DD') as "consentRefusedDate",
             to_char(referral_date, 'YYYY-MM-DD') as "referralDate"
           from patient join pathway on pathway.patient_id = patient.id where pathway.id = $1`,
            [pathway.id],
          )
          expect(rows).toEqual([{ consentRefusedDate, referralDate }])
        }
      } finally {
        await apart.stop()
      }
    },
    3_600_000,
  )
})
