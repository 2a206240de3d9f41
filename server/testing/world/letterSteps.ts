import { expect } from 'vitest'
import {
  composeLetter,
  lettersOfPathway,
  listUnsentLetters,
  signLetter,
  type ComposedLetter,
  type PathwayLetters,
  type UnsentLetter,
} from '../../../contract/care/letters/letter.ts'
import { saveLetterhead } from '../../../contract/care/letters/letterhead.ts'
import type { LetterOccasion, LetterRecipient } from '../../../contract/care/letters/recipients.ts'
import { saveFlag } from '../../../contract/patients/flags/flag.ts'
import { getPatient, savePatient, type PatientView } from '../../../contract/patients/patient.ts'
import type { Endpoint, InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { templateFor } from '../known/knownLetters.ts'
import type { TestService } from '../process/service.ts'
import { aPathway, aPatient, expectSaved } from './factories.ts'
import type { TestUser } from './users.ts'

/** The practice to which letters go, by its code. */
export const practice = 'M85001'

export const addPractice = async ({ db }: TestService): Promise<void> => {
  await db.owner.query(
    `insert into organisation (id, type, name, name_key, address_line1, town, postcode)
     values ($1, 'GP Practices', 'Willow Lane Surgery', 'willow lane surgery', '1 Willow Lane', 'Fernhill', 'ZZ9 9ZZ')`,
    [practice],
  )
}

export const addLetterhead = async (service: TestService, administrator: TestUser): Promise<void> => {
  const head = { version: 1, serviceName: 'Fernhill Falls Service', telephone: '01632 960 100' }
  expectSaved('letterhead', await service.ask(saveLetterhead, head, administrator))
}

/** Writing and reading letters, as a clinician. */
export const letterSteps = (who: () => { service: TestService; clinician: TestUser }) => {
  const ask = <E extends Endpoint>(endpoint: E, input: InputOf<E>, headers: Record<string, string> = {}) => {
    const { service, clinician } = who()
    return service.ask(endpoint, input, clinician, headers)
  }

  const aReferral = async (
    more: Partial<InputOf<typeof savePatient>> = {},
  ): Promise<{ pathwayId: number; patientId: number; familyName: string }> => {
    const { id: patientId } = await aPatient(who().service, who().clinician, {
      addressLine1: '12 Mill Lane',
      town: 'Fernhill',
      postcode: 'ZZ1 1ZZ',
      registeredGP: practice,
      ...more,
    })
    const { id: pathwayId } = await aPathway(who().service, who().clinician, { patientId })
    const { familyName } = (await ask(getPatient, { id: patientId })).body as PatientView
    return { pathwayId, patientId, familyName }
  }

  const composed = async (
    pathwayId: number,
    recipient: LetterRecipient,
    occasion: LetterOccasion,
  ): Promise<ComposedLetter> => {
    const templateId = await templateFor(who().service, recipient, occasion)
    const { status, body } = await ask(composeLetter, { pathwayId, templateId })
    expect(status).toBe(200)
    return body as ComposedLetter
  }

  /** Uses a new idempotency key, so that signing the same letter again counts as a separate request. */
  const sign = (input: Partial<InputOf<typeof signLetter>>) =>
    ask(signLetter, { id: 0, ...input } as InputOf<typeof signLetter>, {
      'idempotency-key': crypto.randomUUID(),
    })

  /** Signs a composed letter unchanged. */
  const signComposed = async (
    pathwayId: number,
    recipient: LetterRecipient,
    occasion: LetterOccasion,
    more: object = {},
  ) => {
    const { title, body, templateId } = await composed(pathwayId, recipient, occasion)
    return sign({ pathwayId, templateId, title, body, ...more })
  }

  const lettersOf = async (pathwayId: number): Promise<PathwayLetters> =>
    (await ask(lettersOfPathway, { pathwayId })).body as PathwayLetters

  const heldOf = async (pathwayId: number): Promise<(string | null)[]> =>
    (await lettersOf(pathwayId)).letters.map(({ held }) => held)

  const unsent = async (): Promise<UnsentLetter[]> =>
    (await ask(listUnsentLetters, {})).body as UnsentLetter[]

  const changePatient = async (patientId: number, change: object): Promise<void> => {
    const { body } = await ask(getPatient, { id: patientId })
    const patient = body as PatientView
    expectSaved('patient', await ask(savePatient, { ...patient, ...change } as never))
  }

  const flag = async (patientId: number, more: object): Promise<void> => {
    const input = { id: 0, patientId, reviewDate: today(), ...more } as InputOf<typeof saveFlag>
    expectSaved('flag', await ask(saveFlag, input))
  }

  return { aReferral, composed, sign, signComposed, lettersOf, heldOf, unsent, changePatient, flag }
}
