import { comparePerson } from '../../../contract/exchange/pds/compare.ts'
import type { PdsPerson } from '../../../contract/exchange/pds/pds.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import type { savePatient } from '../../../contract/patients/patient.ts'
import { inventedPeople } from '../pds/standIn/people.ts'

/** Somebody whom PDS marks as sensitive (R). */
export const sensitivePerson = inventedPeople.restricted

/**
 * Where that person is and how to reach them. The stand-in sends it when it `leaks`, which PDS must not, and it must be
 * nowhere here. In PDFs white space is left out.
 */
export const secrets =
  /Zephyrlane|Quixmoor|Vantown|Whimshire|ZZ7\s*7ZX|01632\s*960\s*777|07700\s*900\s*777|rowena\.hideaway@|Z99003/i

/** What the form has once everything that PDS says is accepted. */
export const acceptedFrom = (person: PdsPerson): Partial<InputOf<typeof savePatient>> =>
  Object.assign({}, ...comparePerson({}, {}, person).map(({ accept }) => accept)) as Partial<
    InputOf<typeof savePatient>
  >
