import { hashPassword } from '../../accounts/hashing/passwords.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { saveNextOfKin } from '../../../contract/patients/patient.ts'
import { aFrat, aPathway, aPatient, nextNhsNumber, type Saved } from './factories.ts'
import { groundOf, type Ground } from '../values/recordCases.ts'
import { testService, type TestService } from '../process/service.ts'
import type { TestUser } from './users.ts'

/** One patient with a referral and a record of each kind, and people who may see them. */
export interface World {
  service: TestService
  /** Holds every profile that staff can hold, so that no call is refused for want of a right. */
  user: TestUser
  /** Somebody else of the staff, for what must not be written in another's name. */
  colleague: TestUser
  /** Holds no profile: refused everywhere but at the own account. */
  powerless: TestUser
  /** What `user` signs in with. */
  signIn: { username: string; password: string }
  patient: Saved
  nextOfKin: Saved
  pathway: Saved
  frat: Saved
  /** The same pathway and patient, with what any kind of record needs around it. */
  ground: Ground
  /** Another patient with an own referral, whose data must never be touched or shown by calls about the first. */
  other: { patientId: number; pathwayId: number }
  /** A GP practice that can be searched for. */
  practice: string
}

/** Long and odd, so that a find is a find. */
export const canaryPassword = 'nine plinthious wombats at dusk'

/** Facts of the patients that no reply may carry without a row in the audit trail, and no log or error at all. */
export const canaries = {
  familyName: 'Quzzlewick',
  otherFamilyName: 'Vembroxty',
  nhsNumber: nextNhsNumber(),
  otherNhsNumber: nextNhsNumber(),
  address: '7 Xylofern Terrace',
  email: 'quzzlewick@example.org',
  dateOfBirth: '1931-03-29',
  comments: 'Fell beside the jabberglass cupboard',
  relationship: 'Step-zwimble',
  nextOfKin: 'Yarnaquist',
} as const

/** Whether the text carries anything of the invented patients. */
export const carriesPatientData = (text: string): boolean =>
  Object.values(canaries).some((canary) => text.toLowerCase().includes(canary.toLowerCase()))

export const aWorld = async (): Promise<World> => {
  const service = await testService()
  // Small numbers are tried as ids of anything; none of them may be the users who try.
  await service.db.owner.query(`select setval(pg_get_serial_sequence('app_user', 'id'), 1000)`)
  const user = await service.as('Team Lead', 'System Administrator', 'Information Governance')
  const [colleague, powerless] = [
    await service.as('Clinician', 'System Administrator', 'Information Governance'),
    await service.as('none'),
  ]
  const signIn = { username: user.userName, password: canaryPassword }
  await service.db.sql
    .updateTable('app_user')
    .set({ password_hash: await hashPassword(signIn.password) })
    .where('id', '=', user.userId)
    .execute()
  const practice = 'Z99001'
  await service.db.owner.query(
    `insert into organisation (id, type, name, name_key) values ($1, 'GP Practices', 'Sampletown Surgery', 'sampletown surgery')`,
    [practice],
  )
  const patient = await aPatient(service, user, {
    familyName: canaries.familyName,
    nhsNumber: canaries.nhsNumber,
    dateOfBirth: canaries.dateOfBirth,
    addressLine1: canaries.address,
    email: canaries.email,
    registeredGP: practice,
  })
  const nextOfKin = (
    await service.ask(
      saveNextOfKin,
      {
        id: 0,
        patientId: patient.id,
        familyName: canaries.nextOfKin,
        relationship: canaries.relationship,
      },
      user,
    )
  ).body as Saved
  const pathway = await aPathway(service, user, {
    patientId: patient.id,
    comments: canaries.comments,
    consentGiven: true,
  })
  const frat = await aFrat(service, user, pathway.id, { assessmentDate: addDays(today(), -3) })
  const ground = await groundOf(service, user, { pathwayId: pathway.id, patientId: patient.id })
  const otherPatient = await aPatient(service, user, {
    familyName: canaries.otherFamilyName,
    nhsNumber: canaries.otherNhsNumber,
    dateOfBirth: '1929-11-02',
  })
  const otherPathway = await aPathway(service, user, { patientId: otherPatient.id })
  return {
    service,
    user,
    colleague,
    powerless,
    signIn,
    patient,
    nextOfKin,
    pathway,
    frat,
    ground,
    other: { patientId: otherPatient.id, pathwayId: otherPathway.id },
    practice,
  }
}
