import type { APIRequestContext } from '@playwright/test'
import { addDays, today } from '../contract/platform/dates/dates.ts'
import { typesOfPurpose } from '../contract/exchange/client.ts'
import type { ScreenSubjects } from './everyScreen.ts'
import { aMonthAsked } from './fallsMonth.ts'
import { aRecord, aReferral, asUser, newName } from './people.ts'

/** What the screens of a referral are about: adds a flag, a task, equipment, an onward referral, letters, an exercise plan, a place in a class, an appointment in a clinic and a month of the falls calendar to it; beside it a merge and another record. */
export const withSubjects = async (
  request: APIRequestContext,
  { id: pathwayId, patientId }: { id: number; patientId: number },
  dataFolder: string,
  day = today(),
): Promise<ScreenSubjects> => {
  const ask = await asUser(request, 'teamlead')
  const add = async (path: string, fields: object): Promise<number> =>
    (await ask<{ id: number }>(`/api/${path}/save`, { id: 0, ...fields })).id
  const [clinician] = await ask<{ id: number }[]>('/api/clinician/all')
  const [survivor, merged, other] = [
    await aRecord(request, newName()),
    await aRecord(request, newName()),
    await aRecord(request, newName()),
  ]
  const { mergeId } = await ask<{ mergeId: number }>('/api/patient/merge', {
    ...{ survivorId: survivor.id, survivorVersion: survivor.version },
    ...{ mergedId: merged.id, mergedVersion: merged.version, takes: [] },
  })
  const reviewDate = addDays(day, 30)
  const exerciseId = await add('exercise', {
    ...{ pathwayId, exercisePlanDate: day, clinicianId: clinician?.id },
    exercisePlan: 'Strength and balance',
  })
  const [exerciseType] = await ask<{ id: number }[]>('/api/exerciseType/all')
  const [location] = await ask<{ id: number }[]>('/api/location/all')
  const classId = await add('class', {
    ...{ name: 'Steady steps', exerciseTypeId: exerciseType?.id, locationId: location?.id },
    ...{
      firstDate: day,
      startTime: '10:30',
      minutes: 60,
      weeks: 12,
      capacity: 12,
      clinicianId: clinician?.id,
    },
  })
  const { id: placeId } = await ask<{ id: number }>('/api/class/enrol', {
    ...{ pathwayId, classId, transport: 'own' },
  })
  const clinicId = await add('clinic', {
    ...{
      name: 'Falls clinic',
      appointmentType: 'clinic',
      clinicianId: clinician?.id,
      locationId: location?.id,
    },
    ...{ firstDate: addDays(today(), 1), everyWeeks: 1, startTime: '07:15', slots: 4, minutes: 15 },
    ...{ travelMinutes: 0, places: 1, forStage: 'awaitingAssessment' },
  })
  const slots = await ask<{ id: number }[]>(`/api/slot/free?from=${today()}&clinicId=${clinicId}`)
  const booked = { pathwayId, slotId: slots[0]?.id, tell: false }
  const { id: appointmentId } = await ask<{ id: number }>('/api/slot/book', booked)
  const first = async (list: string) => (await ask<{ id: number }[]>(`/api/${list}/all`))[0]?.id
  const equipmentId = await add('equipmentAssessment', {
    ...{ pathwayId, equipmentId: await first('equipment'), other: 'For the bathroom' },
    orderedDate: addDays(day, -20),
  })
  const onwardReferralId = await add('onwardReferral', {
    ...{ pathwayId, referralDate: addDays(day, -30), referralClinicianId: clinician?.id },
    ...{ referToId: await first('referTo'), referralMethodId: await first('method') },
  })
  const patient = await ask<{ registeredGP: string | null }>(`/api/patient/get?id=${patientId}`)
  const [practice] = await ask<{ gp: { id: string } }[]>('/api/gp/search', { search: 'Surgery' })
  if (patient.registeredGP === null)
    await ask('/api/patient/save', { ...patient, registeredGP: practice?.gp.id })
  const templates = await ask<{ id: number; recipient: string }[]>('/api/letterTemplate/all')
  const templateId = templates.find(({ recipient }) => recipient === 'gp')?.id ?? 0
  const letter = { pathwayId, templateId, title: 'About your patient', body: 'She walks better now.' }
  const letterId = (
    await ask<{ id: number }>('/api/letter/sign', { id: 0, ...letter, concernsConfirmed: true })
  ).id
  const draftId = await add('letter', letter)
  const appAddress = 'https://app.example.org'
  const app = await anApp(request, appAddress, { name: 'Frailty viewer', day, isOpened: false })
  const { sessions } = await ask<{ sessions: { id: number }[] }>(`/api/class/get?id=${classId}`)
  const incoming = await ask<{ rows: { id: number }[] }>('/api/incomingReferral/all')
  return {
    pathwayId,
    patientId,
    ids: {
      topic: 'frat',
      mergeId,
      otherId: other.id,
      flagId: await add('flag', { patientId, kind: 'homeVisitRisk', detail: 'A dog', reviewDate }),
      taskId: await add('task', { pathwayId, text: 'Ring the surgery', dueDate: day }),
      ...{ equipmentId, onwardReferralId, templateId, letterId, draftId },
      ...{ exerciseId, classId, placeId, sessionId: sessions[0]?.id ?? 0 },
      questionId: await aMonthAsked(dataFolder, pathwayId, day),
      ...{ clinicId, slotId: slots[1]?.id ?? 0, appointmentId },
      incomingId: incoming.rows[0]?.id ?? 0,
      // The first list of the demonstration.
      caseFindingListId: 1,
      appAsks: askingForOne(app, appAddress),
    },
  }
}

/** A FHIR client that waits for Information Governance. */
export const aFhirClient = async (
  request: APIRequestContext,
  { name = `Hospital record ${newName()}`, day = today() } = {},
): Promise<number> => {
  const ask = await asUser(request, 'sysadmin')
  const client = {
    ...{ name, organisation: 'Sampletown Hospitals', contact: 'Sam Okoro, sam.okoro@example.org' },
    ...{ purpose: 'ownCare', teamId: null },
    types: typesOfPurpose('ownCare'),
    ...{ expiresDate: addDays(day, 180), jwks: null, jwksUrl: 'https://record.example.org/jwks.json' },
  }
  return (await ask<{ id: number }>('/api/fhirClient/save', { id: 0, ...client })).id
}

/** An app to which Information Governance agreed, which is sent back to this origin. */
export const anApp = async (
  request: APIRequestContext,
  origin: string,
  { name = `Frailty viewer ${newName()}`, day = today(), isOpened = true } = {},
): Promise<{ name: string; clientId: string; base: string }> => {
  const ask = await asUser(request, 'sysadmin')
  const saved = await ask<{ id: number; version: number }>('/api/fhirClient/save', {
    ...{ id: 0, kind: 'app', name, organisation: 'Sampletown Hospitals' },
    ...{ contact: 'Sam Okoro, sam.okoro@example.org', purpose: 'ownCare', types: typesOfPurpose('ownCare') },
    ...{ expiresDate: addDays(day, 180), redirectUrls: `${origin}/` },
    ...(isOpened && { launchUrl: `${origin}/launch` }),
  })
  const agree = await asUser(request, 'infogov')
  await agree('/api/fhirClient/approve', saved)
  const { clientId } = await ask<{ clientId: string }>(`/api/fhirClient/get?id=${saved.id}`)
  const { base } = await ask<{ base: string }>('/api/fhirClient/all')
  return { name, clientId, base }
}

/** What an app sends when it asks for a patient whom the user chooses. */
export const askingForOne = (
  { clientId, base }: { clientId: string; base: string },
  origin: string,
): string =>
  new URLSearchParams({
    ...{ response_type: 'code', client_id: clientId, redirect_uri: `${origin}/`, state: 'state' },
    ...{ scope: 'launch/patient patient/Patient.rs patient/Observation.rs', aud: base },
    ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
  }).toString()

/** Another patient, with a subject access request, and a FHIR client. */
export const withRequest = async (request: APIRequestContext): Promise<ScreenSubjects> => {
  const { id: pathwayId, patientId } = await aReferral(request, newName())
  const ask = await asUser(request, 'infogov')
  const asked = { requester: 'The patient', identityChecked: 'Passport', askedDate: today() }
  const { id } = await ask<{ id: number }>('/api/subjectRequest/save', { id: 0, patientId, ...asked })
  return { pathwayId, patientId, ids: { requestId: id, clientId: await aFhirClient(request) } }
}
