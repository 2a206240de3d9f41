import type { Part } from '../../parts.ts'

/* Why a referral was declined, in the codes of the standard. Our own words always stand beside them. */

const rejected = 'https://fhir.nhs.uk/CodeSystem/rejected-reasons-bars'
const rejectedByService = 'https://fhir.nhs.uk/CodeSystem/dos-rejected-reasons-bars'

interface Code {
  code: string
  display: string
}

/** The first line whose words are in the reason decides. */
const byWords: readonly (readonly [RegExp, Code])[] = [
  [/capacity|no places|waiting list is closed/i, { code: '22', display: 'Rejected for capacity reasons' }],
  [/out of area|not registered|distance|moved away/i, { code: '42', display: 'Unsuitable due to distance' }],
  [
    /urgent medical|syncope|hospital|end of life/i,
    { code: '23', display: 'Service not clinically appropriate' },
  ],
  [/criteria|no falls risk|not eligible/i, { code: '40', display: 'Patient not eligible for service' }],
  [/patient declined|patient choice/i, { code: '26', display: 'Rejected for patient choice' }],
]
const other: Code = { code: '99', display: 'Other reason' }

export const rejectionOf = (words: string | null): Part => {
  const [, found] = byWords.find(([pattern]) => pattern.test(words ?? '')) ?? [null, other]
  const isCapacity = found.code === '22'
  return {
    coding: [
      isCapacity
        ? { system: rejected, code: 'RRNA', display: 'Requested resource not available within timescale' }
        : { system: rejected, code: 'OTH', display: 'Other' },
      { system: rejectedByService, ...found },
    ],
    text: words ?? 'Declined',
  }
}
