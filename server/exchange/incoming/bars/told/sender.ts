import type { TypedTold } from '../../../../../contract/exchange/incoming/told.ts'
import { partOf, partsOf, shortened, textOf, textsOf, wordsOf, type Part } from '../../parts.ts'
import type { Message } from '../message/message.ts'

/** Who sent the message: the practitioner who asks, and the organisation for which they do. */
export const senderOf = ({ bundle, header, request }: Message): TypedTold['sender'] => {
  const asking = bundle.follow(request['requester'])
  const role =
    asking?.['resourceType'] === 'PractitionerRole'
      ? asking
      : bundle.of('PractitionerRole').find((each) => bundle.follow(each['practitioner']) === asking)
  const person =
    asking?.['resourceType'] === 'PractitionerRole' ? bundle.follow(asking['practitioner']) : asking
  const organisation = bundle.follow(header['sender'])
  const source = partOf(header['source'])
  const name = person?.['resourceType'] === 'Practitioner' ? personName(person) : null
  const words = wordsOf(partsOf(role?.['code']).at(0))
  const organisationName = textOf(organisation?.['name']) ?? textOf(source['name'])
  const telephone =
    valueOf(person, 'phone') ??
    valueOf(organisation, 'phone') ??
    valueOf({ telecom: source['contact'] }, 'phone')
  return {
    name: name === null ? null : shortened(name, 100),
    role: words === null ? null : shortened(words, 100),
    organisation: organisationName === null ? null : shortened(organisationName, 200),
    telephone: telephone === null ? null : shortened(telephone, 60),
    email: valueOf(person, 'email') ?? valueOf(organisation, 'email'),
  }
}

const personName = (person: Part): string | null => {
  const [name = {}] = partsOf(person['name'])
  const parts = [...textsOf(name['prefix']), ...textsOf(name['given']), ...textsOf(name['family'])]
  return textOf(name['text']) ?? textOf(parts.join(' '))
}

const valueOf = (resource: Part | null | undefined, system: string): string | null =>
  partsOf(resource?.['telecom'])
    .flatMap((point) => (point['system'] === system ? (textOf(point['value']) ?? []) : []))
    .at(0) ?? null
