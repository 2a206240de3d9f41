import { encounterIdOf } from './message/stableIds.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { partsOf, textOf, type Part } from '../parts.ts'
import { referenceSystem, requestIdOf } from './keep/find.ts'
import type { Kept } from './keep/sent.ts'
import type { Message } from './message/message.ts'

/**
 * The answer to a message: the message itself, with our id of the request and, as an encounter of ours that is planned,
 * the reference that people read out on the telephone.
 */
export const replyTo = ({ bundle, request, encounter }: Message, kept: Kept, now: number): Part => {
  const identifier = { system: referenceSystem, value: kept.reference }
  const entries = partsOf(bundle.body['entry']).map((entry) => {
    if (entry['resource'] !== request) return entry
    const others = partsOf(request['identifier']).filter(({ system }) => textOf(system) !== referenceSystem)
    return {
      ...entry,
      resource: { ...request, id: requestIdOf(kept.id), identifier: [...others, identifier] },
    }
  })
  const id = encounterIdOf(kept.reference)
  return {
    ...bundle.body,
    entry: [
      ...entries,
      {
        fullUrl: `urn:uuid:${id}`,
        resource: {
          resourceType: 'Encounter',
          id,
          meta: {
            lastUpdated: instantOf(now),
            profile: ['https://fhir.hl7.org.uk/StructureDefinition/UKCore-Encounter'],
          },
          identifier: [identifier],
          status: kept.state === 'withdrawn' ? 'cancelled' : 'planned',
          class: encounter?.['class'] ?? {
            system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode',
            code: 'AMB',
            display: 'ambulatory',
          },
          subject: request['subject'],
          ...(encounter?.['episodeOfCare'] === undefined
            ? {}
            : { episodeOfCare: encounter['episodeOfCare'] }),
          period: { start: instantOf(now) },
        },
      },
    ],
  }
}
