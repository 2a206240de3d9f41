/*
 * The elements that the standard's own examples of answers have, by resource: what a receiver of ours may rely on. The
 * names of elements, not the examples.
 */

const own = 'id meta.lastUpdated meta.profile'
const of = (type: string, paths: string): string[] =>
  `${own} ${paths}`.split(/\s+/).map((path) => `${type}.${path}`)
const concept = (path: string): string => `${path}.coding.system ${path}.coding.code ${path}.coding.display`

const header = of(
  'MessageHeader',
  `extension.url extension.extension.url extension.extension.valueString eventCoding.system eventCoding.code
   destination.endpoint destination.receiver.reference sender.reference source.name source.software source.version
   source.contact.system source.contact.value source.endpoint reason.coding.system reason.coding.code
   response.identifier response.code focus.reference definition`,
)
const encounter = of(
  'Encounter',
  `identifier.system identifier.value status class.system class.code class.display subject.reference
   episodeOfCare.reference period.start ${concept('reasonCode')}`,
)
const request = of(
  'ServiceRequest',
  `status intent ${concept('category')} subject.reference encounter.reference occurrencePeriod.start occurrencePeriod.end`,
)
const patient = of(
  'Patient',
  `extension.url ${concept('extension.valueCodeableConcept')} identifier.extension.url
   ${concept('identifier.extension.valueCodeableConcept')} identifier.system identifier.value name.use name.text name.family
   name.given name.prefix gender birthDate address.use address.type address.text address.line address.city
   address.district address.postalCode contact.extension.url contact.extension.valuePositiveInt
   contact.relationship.coding.system contact.relationship.coding.code contact.name.family contact.name.given
   contact.gender contact.telecom.system contact.telecom.value contact.telecom.use contact.telecom.rank
   ${concept('communication.language')} communication.preferred`,
)
const people = [
  ...of('Organization', 'identifier.system identifier.value name'),
  ...of(
    'Practitioner',
    'identifier.system identifier.value name.family name.given telecom.system telecom.value telecom.use',
  ),
  ...of(
    'PractitionerRole',
    `practitioner.reference organization.reference ${concept('code')} ${concept('specialty')}`,
  ),
]
const bundle = `resourceType id meta.versionId meta.lastUpdated meta.profile type timestamp`
  .split(' ')
  .map((path) => `Bundle.${path}`)

/** Interim, accepted: in progress. */
export const interimElements = [...bundle, ...header, ...encounter, ...request, ...patient, ...people]
/** Interim, declined: with a reason in words. */
export const declinedElements = [...interimElements, 'Encounter.reasonCode.text']
/** Full: finished. */
export const fullElements = [
  ...interimElements,
  ...'basedOn requester performer locationReference'
    .split(' ')
    .map((name) => `ServiceRequest.${name}.reference`),
  'Patient.contact.relationship.coding.display',
  ...of(
    'CarePlan',
    `status intent subject.reference encounter.reference period.start
     ${concept('activity.outcomeCodeableConcept')} activity.outcomeCodeableConcept.text`,
  ),
  ...of('HealthcareService', 'identifier.system identifier.value active providedBy.reference name'),
  ...of(
    'Location',
    `extension.url extension.extension.url extension.extension.valueString name address.line address.city
     address.postalCode address.country position.longitude position.latitude`,
  ),
  ...of('Observation', `status ${concept('code')} subject.reference effectiveDateTime`),
  ...of('Flag', `status ${concept('category')} ${concept('code')} subject.reference encounter.reference`),
  ...of(
    'Consent',
    `status scope.coding.system scope.coding.code ${concept('category')} patient.reference dateTime
     policyRule.coding.system policyRule.coding.code`,
  ),
]

/** Every element of a message that has a value. */
export const elementsIn = (message: {
  entry: readonly { resource: Readonly<Record<string, unknown>> }[]
}): Set<string> => {
  const found = new Set<string>()
  const walk = (node: unknown, path: string): void => {
    if (Array.isArray(node)) for (const each of node) walk(each, path)
    else if (typeof node === 'object' && node !== null)
      for (const [name, each] of Object.entries(node)) walk(each, `${path}.${name}`)
    else if (node !== null && node !== undefined) found.add(path)
  }
  const { entry, ...rest } = message
  walk(rest, 'Bundle')
  for (const { resource } of entry) walk(resource, String(resource['resourceType']))
  return found
}
