import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import type { savePathway } from '../../../contract/pathways/referral/pathway.ts'
import type { savePatient } from '../../../contract/patients/patient.ts'
import { searchExternal } from '../../../contract/patients/search/search.ts'
import { aPathway, aPatient, patientInputOf } from '../world/factories.ts'
import type { TestService } from './service.ts'
import type { TestUser } from '../world/users.ts'

export type ThreeDetails = Record<keyof InputOf<typeof searchExternal>, string>

export interface SharedPatient {
  patientId: number
  pathwayId: number
  /** What finds the pathway. */
  details: ThreeDetails
}

/** A patient whose pathway may be shown to External users. @param staff registers them */
export const aSharedPatient = async (
  service: TestService,
  staff: TestUser,
  patient: Partial<InputOf<typeof savePatient>> = {},
  pathway: Partial<InputOf<typeof savePathway>> = {},
): Promise<SharedPatient> => {
  const input = await patientInputOf(service, patient)
  const { id: patientId } = await aPatient(service, staff, input)
  const { id: pathwayId } = await aPathway(service, staff, { patientId, consentGiven: true, ...pathway })
  const { nhsNumber, familyName, dateOfBirth } = input
  return {
    patientId,
    pathwayId,
    details: {
      nhsNumber: String(nhsNumber),
      familyName: String(familyName),
      dateOfBirth: String(dateOfBirth),
    },
  }
}

/** Opens a pathway to an External user by the search, as the person would. */
export const open = async (
  service: TestService,
  user: TestUser,
  { details, pathwayId }: SharedPatient,
): Promise<void> => {
  const { body } = await service.ask(searchExternal, details, user)
  if (body !== pathwayId) throw new Error(`The search opened ${JSON.stringify(body)}, not ${pathwayId}`)
}
