import { systems } from '../../../fhir/mapping/elements.ts'
import { partOf, textOf, type Part } from '../../parts.ts'
import { referenceSystem } from '../keep/find.ts'
import { encounterIdOf } from '../message/stableIds.ts'
import type { Message } from '../message/message.ts'
import { rejectionOf } from './reasons.ts'
import type { Context } from './context.ts'

/* The resources of an answer that are ours: the encounter, who decided, and what came of it. */

const work = (telephone: string | null): Part =>
  telephone === null ? {} : { telecom: [{ system: 'phone', value: telephone, use: 'work' }] }

/** What the person is with us: in progress, cancelled with a reason, or finished. */
export const ourEncounter = (message: Message, { answer, reference, now }: Context): Part => {
  const { outcome, words } = answer.says
  const { encounter, request, category } = message
  const status = outcome === 'accepted' ? 'in-progress' : outcome === 'declined' ? 'cancelled' : 'finished'
  return {
    resourceType: 'Encounter',
    id: encounterIdOf(reference),
    identifier: [{ system: referenceSystem, value: reference }],
    status,
    class: encounter?.['class'] ?? {
      system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode',
      code: 'AMB',
      display: 'ambulatory',
    },
    subject: request['subject'],
    ...(encounter?.['episodeOfCare'] === undefined ? {} : { episodeOfCare: encounter['episodeOfCare'] }),
    period: { start: now },
    reasonCode: [
      outcome === 'declined'
        ? rejectionOf(words)
        : category === 'validation'
          ? {
              coding: [
                {
                  system: 'https://fhir.nhs.uk/CodeSystem/message-reason-encounter',
                  code: 'validation-triage-outcome',
                  display: 'Validation of triage outcome',
                },
              ],
            }
          : { text: outcome === 'accepted' ? 'Referral accepted' : 'Outcome of the referral' },
    ],
  }
}

/** Who decided. Nobody has a national number here, so they have one of this service. */
export const whoDecided = (
  { answer, service }: Context,
  ids: { practitioner: string; role: string; ours: string },
): Part[] => {
  const name = answer.says.by ?? service.name
  const parts = name.trim().split(/\s+/)
  return [
    {
      resourceType: 'Practitioner',
      id: ids.practitioner,
      identifier: [{ system: 'urn:surefoot:user', value: ids.practitioner }],
      name: [{ family: parts.at(-1), given: parts.length > 1 ? parts.slice(0, -1) : [name] }],
      ...work(service.telephone),
    },
    {
      resourceType: 'PractitionerRole',
      id: ids.role,
      practitioner: { reference: `urn:uuid:${ids.practitioner}` },
      organization: { reference: ids.ours },
      // Deciding about a referral; the code is that of the standard's own examples.
      code: [
        {
          coding: [{ system: systems.snomed, code: '224608005', display: 'Administrative healthcare staff' }],
        },
      ],
      specialty: [
        {
          coding: [
            { system: systems.snomed, code: '310131003', display: 'Community rehabilitation service' },
          ],
          text: 'Falls prevention',
        },
      ],
    },
  ]
}

/** What came of it, as the plan that the request was based on and now is answered. */
export const outcomePlan = (message: Message, { answer, reference, now }: Context): Part => {
  const asked = message.bundle.of('CarePlan').at(0)
  return {
    resourceType: 'CarePlan',
    ...(textOf(asked?.['id']) === null ? {} : { id: asked?.['id'] }),
    status: 'active',
    intent: 'plan',
    subject: message.request['subject'],
    encounter: { reference: `urn:uuid:${encounterIdOf(reference)}` },
    period: partOf(asked?.['period'])['start'] === undefined ? { start: now } : asked?.['period'],
    activity: [
      {
        outcomeCodeableConcept: [
          {
            coding: [
              {
                system: 'https://fhir.nhs.uk/CodeSystem/arp-priority-codes',
                code: 'C5',
                display: 'Non Ambulance',
              },
            ],
          },
          { text: answer.says.words ?? 'The referral has ended.' },
        ],
      },
    ],
  }
}
