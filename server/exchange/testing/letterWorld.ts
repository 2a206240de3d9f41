import { savePatient } from '../../../contract/patients/patient.ts'
import { getPatient, type PatientView } from '../../../contract/patients/patient.ts'
import {
  lettersOfPathway,
  sendLetter,
  type LetterDispatch,
  type PathwayLetters,
  type signLetter,
} from '../../../contract/care/letters/letter.ts'
import type { MeshForm, OutsideWay } from '../../../contract/care/letters/ways.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { aSignedLetter } from '../../testing/known/knownLetters.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aPathway, aPatient, expectSaved } from '../../testing/world/factories.ts'
import { addPractice, practice } from '../../testing/world/letterSteps.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { sendDue } from '../outgoing/dispatches/sendDue.ts'

export interface SentLetter {
  id: number
  pathwayId: number
  patientId: number
}

/** A service with a practice, and what tests of letters that leave need. */
export const letterWorld = async () => {
  const service = await testService()
  const clinician = await service.as('Clinician')
  await addPractice(service)
  return { service, clinician, ...about(service, clinician) }
}

export type LetterWorld = Awaited<ReturnType<typeof letterWorld>>

const about = (service: TestService, clinician: TestUser) => {
  /** Sets how the practice takes letters by MESH. */
  const takesByMesh = (form: MeshForm | null, mailbox: string | null = null) =>
    service.db.owner.query(
      `insert into letter_address (organisation_id, mesh_form, mesh_mailbox) values ($1, $2, $3)
       on conflict (organisation_id) do update set mesh_form = excluded.mesh_form, mesh_mailbox = excluded.mesh_mailbox`,
      [practice, form, mailbox],
    )

  const aLetter = async (
    more: Partial<InputOf<typeof signLetter>> = {},
    person: Partial<InputOf<typeof savePatient>> = {},
  ): Promise<SentLetter> => {
    const { id: patientId } = await aPatient(service, clinician, {
      addressLine1: '12 Mill Lane',
      town: 'Fernhill',
      postcode: 'ZZ1 1ZZ',
      registeredGP: practice,
      ...person,
    })
    const { id: pathwayId } = await aPathway(service, clinician, { patientId })
    const { id } = await aSignedLetter(service, clinician, pathwayId, more)
    return { id, pathwayId, patientId }
  }

  const send = ({ id, pathwayId }: SentLetter, way: OutsideWay = 'mesh') =>
    service.ask(sendLetter, { id, pathwayId, way }, clinician, { 'idempotency-key': crypto.randomUUID() })

  return {
    takesByMesh,
    aLetter,
    send,
    aSent: async (way: OutsideWay = 'mesh', more: Partial<InputOf<typeof signLetter>> = {}) => {
      const letter = await aLetter(more)
      expectSaved('dispatch', await send(letter, way))
      return letter
    },
    /** How the letter was sent, the last time first. */
    dispatchesOf: async ({ id, pathwayId }: SentLetter): Promise<LetterDispatch[]> => {
      // A session would have ended in the time that a test lets pass.
      const { now } = service.time
      service.time.now = Date.now()
      const { body } = await service.ask(lettersOfPathway, { pathwayId }, clinician)
      service.time.now = now
      return (body as PathwayLetters).letters.find((letter) => letter.id === id)?.dispatches ?? []
    },
    /** Does what is due now. */
    work: () =>
      sendDue({
        sql: service.db.sql,
        documents: service.documents,
        now: () => service.time.now,
        carriers: service.parts.carriers,
      }),
    /** Lets time pass for the service. */
    wait: (minutes: number): void => {
      service.time.now += minutes * 60_000
    },
    changePatient: async (patientId: number, change: object): Promise<void> => {
      const { body } = await service.ask(getPatient, { id: patientId }, clinician)
      const input = { ...(body as PatientView), ...change }
      expectSaved('patient', await service.ask(savePatient, input as never, clinician))
    },
  }
}
