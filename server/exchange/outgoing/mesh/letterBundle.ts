import type { Bundle, Resource } from 'fhir/r4.js'
import { filled, identifier, inWords, nameOf, systems, telephone } from '../../fhir/mapping/elements.ts'
import { instantFrom } from '../../fhir/mapping/instants.ts'
import type { LetterToSend } from './letterToSend.ts'

const uuids = 'urn:ietf:rfc:3986'
const uuidOf = (uuid: string): string => `urn:uuid:${uuid}`

/** The resources of a bundle point at each other by numbers that follow from ours, so that every attempt is the same. */
const partOf = (requestId: string, part: number): string =>
  uuidOf(`${requestId.slice(0, -1)}${((Number.parseInt(requestId.slice(-1), 16) + part) % 16).toString(16)}`)

/** A letter as a small FHIR R4 document with its PDF. */
export const letterBundle = (
  { title, frame, signedAt, signedBy, signatory, patient, practice, replaces, isRestricted }: LetterToSend,
  { requestId, odsCode, pdf }: { requestId: string; odsCode: string; pdf: Uint8Array },
): Bundle => {
  const urls = {
    composition: partOf(requestId, 1),
    patient: partOf(requestId, 2),
    author: partOf(requestId, 3),
    service: partOf(requestId, 4),
    practice: partOf(requestId, 5),
    pdf: partOf(requestId, 6),
  }
  const resources: Record<keyof typeof urls, object> = {
    composition: filled({
      resourceType: 'Composition',
      identifier: identifier(uuids, uuidOf(requestId)),
      status: 'final',
      type: { text: 'Letter' },
      subject: { reference: urls.patient },
      date: instantFrom(signedAt),
      author: [{ reference: urls.author }],
      title,
      confidentiality: isRestricted ? 'R' : 'N',
      custodian: { reference: urls.service },
      relatesTo:
        replaces === null
          ? undefined
          : [{ code: 'replaces', targetIdentifier: identifier(uuids, uuidOf(replaces)) }],
      section: [{ title, code: inWords('Letter'), entry: [{ reference: urls.pdf }] }],
    }),
    patient: filled({
      resourceType: 'Patient',
      identifier: patient.nhsNumber === null ? undefined : [identifier(systems.nhsNumber, patient.nhsNumber)],
      name: [nameOf({ family: patient.familyName, given: patient.firstName, prefix: patient.namePrefix })],
      birthDate: patient.dateOfBirth,
    }),
    author: filled({
      resourceType: 'Practitioner',
      name: [
        signatory === null
          ? { text: signedBy }
          : nameOf({ family: signatory.familyName, given: signatory.firstName }),
      ],
    }),
    service: filled({
      resourceType: 'Organization',
      identifier: [identifier(systems.odsCode, odsCode)],
      name: frame.head.serviceName,
      telecom: telephone(frame.head.telephone, 'work'),
    }),
    practice: {
      resourceType: 'Organization',
      identifier: [identifier(systems.odsCode, practice.odsCode)],
      name: practice.name,
    },
    pdf: {
      resourceType: 'Binary',
      contentType: 'application/pdf',
      data: Buffer.from(pdf).toString('base64'),
    },
  }
  return {
    resourceType: 'Bundle',
    type: 'document',
    identifier: identifier(uuids, uuidOf(requestId)),
    timestamp: instantFrom(signedAt),
    entry: (Object.keys(urls) as (keyof typeof urls)[]).map((part) => ({
      fullUrl: urls[part],
      resource: resources[part] as Resource as never,
    })),
  }
}
