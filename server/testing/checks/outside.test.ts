import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { downloadDocument, listDocuments } from '../../../contract/pathways/document.ts'
import { letterNotNeeded, saveLetter, signLetter } from '../../../contract/care/letters/letter.ts'
import { letterInputOf } from '../known/knownLetters.ts'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { endpoints } from '../../../contract/app/endpoints.ts'
import { saveCapacity } from '../../../contract/patients/flags/capacity.ts'
import { countFallsOfMonth } from '../../../contract/care/fallsCalendar/calendar.ts'
import { saveFallsCalendarConsent } from '../../../contract/patients/flags/fallsCalendarConsent.ts'
import { saveReminderConsent } from '../../../contract/patients/flags/reminderConsent.ts'
import { saveContact } from '../../../contract/patients/flags/contact.ts'
import { endFlag, saveFlag } from '../../../contract/patients/flags/flag.ts'
import { flagKindNames, flagKindOf } from '../../../contract/patients/flags/flagKinds.ts'
import { patientInError, referralInError } from '../../../contract/governance/inError.ts'
import { getPathway, savePathway, type PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { saveOnwardProgress } from '../../../contract/pathways/records/onwardProgress.ts'
import { followup, type Followup } from '../../../contract/pathways/records/followup.ts'
import type { Wellbeing } from '../../../contract/pathways/records/wellbeing.ts'
import { endRestriction, restrictRecord, reviewAccess } from '../../../contract/governance/restriction.ts'
import { decideDestruction, endHold, holdRecord } from '../../../contract/governance/retention.ts'
import {
  closeSubjectRequest,
  getSubjectRequest,
  reviewSubjectRequest,
  saveSubjectRequest,
  type SubjectRequest,
} from '../../../contract/governance/subjectRequest.ts'
import { bookSlot, moveBooking } from '../../../contract/care/clinics/slot.ts'
import { enrol, leaveClass } from '../../../contract/care/classes/place.ts'
import { closeTask, saveTask } from '../../../contract/pathways/task.ts'
import { aClass, inExercise } from '../known/knownClasses.ts'
import { aSlot } from '../known/knownClinics.ts'
import { upload } from '../../pathways/documents/testing/uploads.ts'
import { aPathway, aPatient } from '../world/factories.ts'
import { textsOf } from '../values/hostileText.ts'
import { withField } from '../values/inputFields.ts'
import { anOnwardReferral } from '../known/knownOutstanding.ts'
import { knownCalls } from '../known/knownCalls.ts'
import { fallsCalendarConsentOf, inputOfCount } from '../known/knownFallsCalendar.ts'
import { capacityOf, contactOf, reminderConsentOf } from '../known/knownSafetyNets.ts'
import { anAccess } from '../known/knownPrivacy.ts'
import { bodyOf, caseOf, recordCases } from '../values/recordCases.ts'
import { bearer, requestOf, type Wire } from '../values/request.ts'
import { open } from '../process/shared.ts'
import type { TestUser } from '../world/users.ts'
import { aWorld, canaries, type World } from '../world/world.ts'

/*
 * Decision 55: people outside the service read no words of staff but those of the specification. Every text that is an addition
 * is saved with words that are found again, and every call that docs/reference/access.md opens to External is looked through for them.
 */

/** Words of the specification, which the whole pathway that External reads holds. */
const specified = [
  '/api/treatmentPlan/save patientGoals',
  '/api/treatmentPlan/save goalsNotAchievedReason',
  '/api/exercise/save exercisePlan',
  '/api/equipmentAssessment/save other',
  '/api/pathway/save comments',
  '/api/pathway/save generalNotes',
]
/** Of the person, not of staff: who somebody is and lives with is of the specification. */
const ofPerson = [
  '/api/patient/save',
  '/api/nextOfKin/save',
  '/api/falls/v1/save',
  '/api/incomingReferral/accept',
]

/** What names a part of the record, sent back as it was shown. */
const sentBack = [
  '/api/subjectRequest/review decisions.0.key',
  '/api/subjectRequest/review decisions.0.fingerprint',
]

/** Encrypted for the service, and saved by the calls of its forms. */
const sealed = '/api/visit/handIn sealed'

/** Saved with a discharge alone, and the referral of this test stays open. */
const ofDischarge = '/api/pathway/save vulnerabilityNote'

/** Texts that hold words; shorter ones are numbers, days and codes, and telephone numbers are long with what stands beside them. */
const wordsOf = (call: Endpoint): string[][] =>
  textsOf(call)
    .filter(({ path, maximum }) => maximum > 40 && !/^phone(?!.*Note$)/.test(path.at(-1) ?? ''))
    .map(({ path }) => path)
    .filter(
      (path) => ![...specified, ...sentBack, sealed, ofDischarge].includes(`${call.path} ${path.join('.')}`),
    )

let world: World
let external: TestUser
/** What was saved, by the field that it was saved in. */
const told = new Map<string, string>()

const send = async (call: Endpoint, input: Wire, user = world.user) => {
  const { statusCode, body } = await world.service.app.inject(
    requestOf(call, input, { ...bearer(user), ...(call.method === 'POST' ? uniqueKey() : {}) }),
  )
  return { status: statusCode, text: body }
}
let keys = 0
const uniqueKey = () => ({ 'idempotency-key': `outside-${(keys += 1)}` })

/** Saves with words that are found again in every text that is an addition. */
const tell = async (call: Endpoint, input: Wire, which = ''): Promise<{ id: number; version: number }> => {
  let sent = input
  for (const path of wordsOf(call)) {
    const field = `${call.path} ${which}${path.join('.')}`
    const words = `Zwimbleforth ${told.size} plinthious`
    told.set(field, words)
    sent = withField(sent, path, words)
  }
  const { status, text } = await send(call, sent)
  expect({ path: call.path, status, text }).toMatchObject({ status: 200 })
  return JSON.parse(text) as { id: number; version: number }
}

const ids = new Map<string, Wire>()
const redFlags = (sign: string) => [{ sign, action: 'emergency', reviewDate: today() }]
let call: { id: number }

beforeAll(async () => {
  world = await aWorld()
  const { ground, pathway, patient } = world
  for (const each of recordCases) {
    const found =
      each.kind === 'wellbeing'
        ? { redFlags: redFlags('abuse') }
        : each.kind === 'followup'
          ? { ...toldInCall, redFlags: redFlags('blackout') }
          : each.kind === 'fall'
            ? { redFlags: redFlags('headInjury') }
            : each.kind === 'exercise'
              ? { completedDate: today(), endedHow: 'elsewhere' }
              : {}
    const saved = await tell(each.calls.save, { ...bodyOf(each, ground), ...found })
    if (each.kind === 'followup') call = saved
    ids.set(each.calls.get.path, { id: saved.id })
  }
  const sent = await anOnwardReferral(world.service, world.user, pathway.id)
  await tell(saveOnwardProgress, { ...sent, pathwayId: pathway.id })
  const letter = await letterInputOf(world.service, pathway.id)
  const { id: letterId } = await tell(signLetter, { id: 0, ...letter })
  await tell(letterNotNeeded, { id: letterId, pathwayId: pathway.id })
  const { concernsConfirmed: _, ...words } = letter
  await tell(saveLetter, { id: 0, ...words })
  for (const kind of flagKindNames) {
    const category = flagKindOf(kind).category?.choices.at(-1)?.code ?? null
    const action = kind === 'redFlag' ? { action: 'emergency' } : {}
    const flag = { id: 0, patientId: patient.id, kind, category, reviewDate: addDays(today(), 9), ...action }
    await tell(saveFlag, flag, `${kind} `)
  }
  const { id, version } = await tell(
    saveFlag,
    { id: 0, patientId: patient.id, kind: 'safeguarding', reviewDate: today() },
    'ended ',
  )
  await tell(endFlag, { id, version, patientId: patient.id })
  await tell(saveCapacity, capacityOf(patient.id) as Wire)
  await tell(saveContact, contactOf(patient.id) as Wire)
  await tell(saveReminderConsent, reminderConsentOf(patient.id) as Wire)
  await tell(saveFallsCalendarConsent, fallsCalendarConsentOf(patient.id) as Wire)
  await tell(countFallsOfMonth, (await inputOfCount(world)) as Wire)
  await tell(patientInError, { ...(await aPatient(world.service, world.user)) })
  await tell(referralInError, { ...(await aPathway(world.service, world.user)) })
  const task = await tell(saveTask, { id: 0, pathwayId: pathway.id, dueDate: today() })
  await tell(closeTask, { ...task })
  const { pathwayId } = await inExercise(world.service, world.user)
  const { id: classId } = await aClass(world.service, world.user)
  const place = await tell(enrol, { pathwayId, classId, transport: 'own' })
  const left = { leftDate: today(), leftReason: 'elsewhere', planAnswer: 'elsewhere' }
  await tell(leaveClass, { id: place.id, version: place.version, ...left })
  const book = { pathwayId: pathway.id, slotId: (await aSlot(world)).id }
  const { id: appointmentId, version: booked } = await tell(bookSlot, book)
  const later = { appointmentId, version: booked, reason: 'cancelledByPatient' }
  await tell(moveBooking, { ...later, slotId: (await aSlot(world)).id })
  await tell(savePathway, { ...pathway, patientId: patient.id, version: undefined })
  const answer = `Zwimbleforth ${told.size} plinthious`
  told.set(ofDischarge, answer)
  await world.service.db.owner.query(
    `update pathway set vulnerability = 'known', vulnerability_note = $2 where id = $1`,
    [pathway.id, answer],
  )
  await tellOfPrivacy(patient.id)
  const document = (await upload(world.service, world.user, pathway.id)).body as { id: number }
  ids.set('/api/patient/get', { id: patient.id })
  ids.set(getPathway.path, { id: pathway.id })
  ids.set(listDocuments.path, { pathwayId: pathway.id })
  ids.set(downloadDocument.path, { id: document.id })
  external = await world.service.as('External')
  const { nhsNumber, familyName, dateOfBirth } = canaries
  const details = { nhsNumber, familyName, dateOfBirth }
  await open(world.service, external, { patientId: patient.id, pathwayId: pathway.id, details })
})
afterAll(() => world.service.close())

/** Requests to see the record, what keeps it, and a decision about another. */
const tellOfPrivacy = async (patientId: number): Promise<void> => {
  const request = await tell(saveSubjectRequest, { id: 0, patientId, askedDate: today() })
  const { items } = JSON.parse((await send(getSubjectRequest, { id: request.id })).text) as SubjectRequest
  const [{ key, fingerprint } = { key: '', fingerprint: '' }] = items
  const reviewed = { ...request, decisions: [{ key, fingerprint, isReleased: false, reason: '' }] }
  await tell(closeSubjectRequest, { ...(await tell(reviewSubjectRequest, reviewed)) })
  await tell(endHold, { ...(await tell(holdRecord, { patientId, kind: 'legal' })) })
  const access = await anAccess(world)
  await tell(reviewAccess, access)
  const restriction = await tell(restrictRecord, { patientId, kind: 'other' })
  // Else the record is not there for people outside the service at all.
  await tell(endRestriction, { ...restriction })
  const { id: old } = await aPatient(world.service, world.user)
  await world.service.db.owner.query(`update patient set created_at = '2010-01-01' where id = $1`, [old])
  await tell(decideDestruction, { patientId: old })
}

const toldInCall = {
  outcome: 'spokeToOther',
  nextTryDate: today(),
  nextTryTime: 'morning',
  fallsSinceContact: 1,
  falls: [{ injury: true, longLie: true, ambulance: false }],
  exerciseHours: 2.5,
  confidence: 3,
  redFlagHeard: true,
  letterSentDate: today(),
}

/** The calls that docs/reference/access.md opens to External, within the reach of a search or altogether, and that change nothing. */
const opened = [
  ...readFileSync(new URL('../../../docs/reference/access.md', import.meta.url), 'utf8').matchAll(
    /^\| `(GET|POST) ([^`]+)` \| (.+) \|$/gm,
  ),
].flatMap(([, method = '', path = '', cells = '']) => {
  const cell = cells.split(' | ')[5]
  return (cell === 'G' || cell === 'Y') && (method === 'GET' || path.startsWith('/api/search/'))
    ? [{ path, cell }]
    : []
})

describe('words of staff', () => {
  it('are saved in every text of a patient that is an addition', () => {
    const saves = knownCalls.filter(
      (known) => known.patientData?.use === 'write' && !ofPerson.includes(known.call.path),
    )
    const all = saves.flatMap((known) =>
      wordsOf(known.call).map((path) => `${known.call.path} ${path.join('.')}`),
    )
    const saved = new Set([...told.keys()].map((field) => field.replace(/ \w+ (?=detail$)/, ' ')))
    expect(all.filter((field) => !saved.has(field))).toEqual([])
  })

  it('are what staff read', async () => {
    const { text } = await send(getPathway, { id: world.pathway.id })
    for (const field of ['note', 'redFlagText', 'equipmentInUse'])
      expect(text).toContain(told.get(`${followup.save.path} ${field}`))
  })

  it.each(opened.map(({ path, cell }) => [path, cell] as const))('are not in %s (%s)', async (path, cell) => {
    const endpoint = endpoints.find((each) => each.path === path)
    if (endpoint === undefined) throw new Error(`No call is known at ${path}`)
    const known = knownCalls.find(({ call: { path: at } }) => at === path)
    const input = ids.get(path) ?? (await known?.input(world)) ?? {}
    const { status, text } = await send(endpoint, input, external)
    if (cell === 'G') expect(status).toBe(200)
    // The language of an interpreter is what the person needs (decision 55).
    const seen = [...told].filter(([field, words]) => text.includes(words) && !field.includes('interpreter'))
    expect(seen.map(([field]) => field)).toEqual([])
  })
})

it('a call is to people outside the service the call of the specification, with its outcome', async () => {
  const ofCall = {
    callDate: addDays(today(), -3),
    outcome: 'spokeToOther',
    nextTryDate: null,
    nextTryTime: null,
    fallsSinceContact: null,
    falls: [],
    exerciseHours: null,
    confidence: null,
    equipmentInUse: null,
    note: null,
    redFlagHeard: null,
    redFlagText: null,
    letterSentDate: null,
  }
  const page = JSON.parse((await send(getPathway, { id: world.pathway.id }, external)).text) as PathwayView
  expect(page.followup).toMatchObject([ofCall])
  const read = async (user: TestUser) =>
    JSON.parse((await send(followup.get, { id: call.id }, user)).text) as Followup
  expect(await read(external)).toMatchObject(ofCall)
  expect(await read(world.user)).toMatchObject(toldInCall)
})

it('which other referrals of the patient are open is for staff', async () => {
  const { ground, service, user } = world
  await aPathway(service, user, { patientId: ground.patientId, secondReferral: true })
  const others = async (reader: TestUser) =>
    (JSON.parse((await send(getPathway, { id: ground.pathwayId }, reader)).text) as PathwayView).otherOpen
  expect(await others(user)).toHaveLength(1)
  expect(await others(external)).toEqual([])
})

it('a concern that means suspected abuse is on the list of staff alone, by a rule of the database', async () => {
  const { ground, service, user } = world
  const { sql } = service.db
  const meaning = async (sign: string) =>
    (await sql.selectFrom('concern').select('id').where('red_flag_sign', '=', sign).executeTakeFirstOrThrow())
      .id
  const [abuse, blackout] = [await meaning('abuse'), await meaning('blackout')]
  const each = caseOf('wellbeing')
  const body = { ...bodyOf(each, ground), concerns: [abuse, blackout] }
  const { id } = JSON.parse((await send(each.calls.save, body)).text) as { id: number }
  const seen = async (reader: TestUser) => {
    const { concerns } = JSON.parse((await send(each.calls.get, { id }, reader)).text) as Wellbeing
    const page = JSON.parse((await send(getPathway, { id: ground.pathwayId }, reader)).text) as PathwayView
    const onPage = page.wellbeing.find((one) => one.id === id)?.concerns
    expect(onPage).toEqual(concerns)
    return concerns.map((concern) => concern.id).toSorted((a, b) => a - b)
  }
  expect(await seen(user)).toEqual([abuse, blackout].toSorted((a, b) => a - b))
  expect(await seen(external)).toEqual([blackout])
})
