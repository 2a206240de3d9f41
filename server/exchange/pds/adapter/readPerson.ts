import { z } from 'zod'
import { isCalendarDate } from '../../../../contract/platform/dates/dates.ts'
import { dayOfInstant } from '../../../../contract/platform/dates/wallTime.ts'
import type { Dated, NationalDeath, NationalPerson, Whereabouts } from './answer.ts'

/* A Patient of the Personal Demographics Service (FHIR R4). Nothing that this does not name is read. */

/** Text without control characters, and no longer than any field of ours. */
const plain = z
  .string()
  .max(255)
  .regex(/^\P{Cc}*$/u)
const period = z.object({ start: z.string().optional(), end: z.string().optional() }).optional()

const name = z.object({
  use: z.string().optional(),
  period,
  family: plain.optional(),
  given: z.array(plain).optional(),
  prefix: z.array(plain).optional(),
})
const address = z.object({
  use: z.string().optional(),
  period,
  line: z.array(plain).optional(),
  postalCode: plain.optional(),
})
const contactPoint = z.object({
  use: z.string().optional(),
  period,
  system: z.string().optional(),
  value: plain.optional(),
})
const practice = z.object({
  identifier: z.object({ system: z.string().optional(), value: plain.optional(), period }).optional(),
})
const extension = z.object({
  url: z.string(),
  extension: z
    .array(
      z.object({
        url: z.string(),
        valueCodeableConcept: z
          .object({ coding: z.array(z.object({ code: z.string().optional() })).optional() })
          .optional(),
      }),
    )
    .optional(),
})

export const patientResource = z.object({
  resourceType: z.literal('Patient'),
  id: z.string().regex(/^\d{10}$/),
  meta: z
    .object({
      versionId: z.string().max(50).optional(),
      security: z.array(z.object({ code: z.string().optional() })).optional(),
    })
    .optional(),
  name: z.array(name).optional(),
  gender: z.enum(['male', 'female', 'other', 'unknown']).optional(),
  birthDate: z.string().optional(),
  deceasedDateTime: z.string().optional(),
  deceasedBoolean: z.boolean().optional(),
  address: z.array(address).optional(),
  telecom: z.array(contactPoint).optional(),
  generalPractitioner: z.array(practice).optional(),
  extension: z.array(extension).optional(),
})
type Resource = z.output<typeof patientResource>
type Period = z.output<typeof period>

const practiceSystem = 'https://fhir.nhs.uk/Id/ods-organization-code'
const deathStatus = 'https://fhir.hl7.org.uk/StructureDefinition/Extension-UKCore-DeathNotificationStatus'

/**
 * Reads a person. What says where a sensitive person is does not get past here, even if the service sends it.
 * @param on the day that decides what has ended
 */
export const readPerson = (resource: Resource, on: string): NationalPerson => {
  const isSensitive = isMarkedSensitive(resource)
  const called = nameIn(resource, on)
  return {
    nhsNumber: resource.id,
    familyName: words(called?.family),
    firstName: words(called?.given?.join(' ')),
    title: words(called?.prefix?.join(' ')),
    gender: resource.gender ?? null,
    dateOfBirth: wholeDay(resource.birthDate),
    version: resource.meta?.versionId ?? null,
    death: deathIn(resource),
    isSensitive,
    whereabouts: isSensitive ? null : whereaboutsIn(resource, on),
  }
}

/** Only what is marked unrestricted (U), and nothing else, may be shown whole. */
const isMarkedSensitive = ({ meta }: Resource): boolean => {
  const codes = meta?.security ?? []
  return codes.length === 0 || codes.some(({ code }) => code !== 'U')
}

const words = (text: string | undefined): string | null => {
  const trimmed = text?.replaceAll(/\s+/g, ' ').trim() ?? ''
  return trimmed === '' ? null : trimmed
}

/** Part of a date is nobody's day of birth. */
const wholeDay = (text: string | undefined): string | null =>
  text !== undefined && isCalendarDate(text) ? text : null

const endOf = (of: Period, on: string): string | null => {
  const end = of?.end?.slice(0, 10)
  return end !== undefined && isCalendarDate(end) && end < on ? end : null
}

/** The entry in force, or if there is none the one that ended last. */
const latest = <Entry extends { period?: Period }>(
  entries: readonly Entry[],
  on: string,
): { entry: Entry; endedOn: string | null } | null => {
  const dated = entries.map((entry) => ({ entry, endedOn: endOf(entry.period, on) }))
  const inForce = dated.find(({ endedOn }) => endedOn === null)
  return inForce ?? dated.toSorted((a, b) => (b.endedOn ?? '').localeCompare(a.endedOn ?? ''))[0] ?? null
}

/** The usual name; `official` is what other services of the NHS call it. */
const nameIn = ({ name: names = [] }: Resource, on: string) => {
  const usual = names.filter(({ use }) => use === 'usual')
  const official = names.filter(({ use }) => use === 'official')
  return latest(usual.length > 0 ? usual : official, on)?.entry
}

const deathIn = ({ deceasedDateTime, deceasedBoolean, extension: extensions = [] }: Resource) => {
  const code = extensions
    .find(({ url }) => url === deathStatus)
    ?.extension?.find(({ url }) => url === 'deathNotificationStatus')?.valueCodeableConcept?.coding?.[0]?.code
  if (deceasedDateTime === undefined && deceasedBoolean !== true) return null
  // The notification was withdrawn.
  if (code === 'U') return null
  const said: NationalDeath = { day: londonDay(deceasedDateTime), isFormal: code === '2' }
  return said
}

const anInstant = z.iso.datetime({ offset: true })

const londonDay = (text: string | undefined): string | null => {
  if (text === undefined) return null
  if (isCalendarDate(text)) return text
  return anInstant.safeParse(text).success ? dayOfInstant(text) : null
}

const whereaboutsIn = (
  { address: addresses = [], telecom = [], generalPractitioner: practices = [] }: Resource,
  on: string,
): Whereabouts => {
  const home = latest(
    addresses.filter(({ use }) => use === 'home'),
    on,
  )
  const telephone = (use: string) =>
    pointIn(
      telecom.filter((point) => point.system === 'phone' && point.use === use),
      on,
    )
  const registered = latest(
    practices.flatMap(({ identifier }) => (identifier?.system === practiceSystem ? [identifier] : [])),
    on,
  )
  return {
    address: home === null ? null : addressOf(home.entry, home.endedOn),
    phoneHome: telephone('home'),
    phoneWork: telephone('work'),
    phoneMobile: telephone('mobile'),
    email: pointIn(
      telecom.filter(({ system }) => system === 'email'),
      on,
    ),
    practice: dated(words(registered?.entry.value), registered?.endedOn ?? null),
  }
}

const dated = (value: string | null, endedOn: string | null): Dated<string> | null =>
  value === null ? null : { value, endedOn }

const pointIn = (points: readonly z.output<typeof contactPoint>[], on: string): Whereabouts['phoneHome'] => {
  const found = latest(points, on)
  return dated(words(found?.entry.value), found?.endedOn ?? null)
}

/** Five lines and no city: the fourth is the town, the fifth the county. */
const addressOf = (
  { line = [], postalCode }: z.output<typeof address>,
  endedOn: string | null,
): Whereabouts['address'] => {
  const [first = '', second = '', third = '', town = '', county = ''] = line.map((text) => words(text) ?? '')
  const value = {
    addressLine1: first,
    addressLine2: second,
    addressLine3: third,
    town,
    county,
    postcode: words(postalCode)?.toUpperCase() ?? '',
  }
  return Object.values(value).every((part) => part === '') ? null : { value, endedOn }
}
