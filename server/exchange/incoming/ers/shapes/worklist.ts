import { codingsOf, identifierOf, partOf, partsOf, textOf, type Part } from '../../parts.ts'
import type { ErsReferral } from './referral.ts'

const itemExtension = 'Extension-eRS-ReferralsforReview-WorkListItem-1'

/** The referrals of a list of e-RS, each once. What is no referral is left out. */
export const referralsIn = ({ entry, contained }: Part): ErsReferral[] => {
  const people = new Map(
    partsOf(contained)
      .filter(({ resourceType }) => resourceType === 'Patient')
      .map(({ id, identifier }) => [
        `#${textOf(id) ?? ''}`,
        identifierOf(identifier, 'http://fhir.nhs.net/Id/nhs-number') ??
          identifierOf(identifier, 'https://fhir.nhs.uk/Id/nhs-number'),
      ]),
  )
  const referrals = partsOf(entry).flatMap(({ item, extension }): ErsReferral[] => {
    const [, ubrn] = /ReferralRequest\/(\d{12})(\/|$)/.exec(textOf(partOf(item)['reference']) ?? '') ?? []
    if (ubrn === undefined) return []
    const said = new Map(
      partsOf(extension)
        .filter(({ url }) => textOf(url)?.endsWith(`/${itemExtension}`))
        .flatMap((each) => partsOf(each['extension']))
        .map((each) => [textOf(each['url']), each]),
    )
    const of = (name: string): Part => said.get(name) ?? {}
    return [
      {
        ubrn,
        nhsNumber: people.get(textOf(partOf(of('patient')['valueReference'])['reference']) ?? '') ?? null,
        version: numberOf(of('referralRequestVersion')['valueInteger']),
        authoredOn:
          textOf(of('eReferralPathwayStart')['valueDateTime']) ??
          textOf(of('clinicalInfoFirstSubmitted')['valueDateTime']),
        priority: codingsOf(of('priority')['valueCodeableConcept']).at(0)?.code ?? null,
        service: textOf(partOf(of('service')['valueReference'])['display']),
        body: {},
      },
    ]
  })
  return [...new Map(referrals.map((referral) => [referral.ubrn, referral])).values()]
}

const numberOf = (value: unknown): string | null => (typeof value === 'number' ? String(value) : null)
