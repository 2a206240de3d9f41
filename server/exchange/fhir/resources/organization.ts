import { sql as raw } from 'kysely'
import { filled, identifier, service, systems, telephone, words } from '../mapping/elements.ts'
import { named, source, token, ukCore } from '../mapping/source.ts'

interface Organisation {
  name: string
  type: string
  addressLine1: string | null
  addressLine2: string | null
  addressLine3: string | null
  town: string | null
  county: string | null
  postcode: string | null
  isInUse: boolean
}

const active = token(raw`case when r."isInUse" then 'true' else 'false' end`)
const profile = ukCore('Organization')

/** Practices, branches and their parents. Their ids are their ODS codes. */
export const organisationSource = source<Organisation, 'Organization'>({
  type: 'Organization',
  name: '',
  idType: 'text',
  entity: 'organisation',
  profile,
  outside: {},
  select: raw`
    select record.id, record.version, null::bigint as "patientId", record.updated_at as "recordedAt",
      recorder.display_name as "recordedBy", record.name, record.type, record.address_line1 as "addressLine1",
      record.address_line2 as "addressLine2", record.address_line3 as "addressLine3", record.town, record.county,
      record.postcode, record.is_active as "isInUse"
    from organisation as record left join app_user as recorder on recorder.id = record.updated_by`,
  search: {
    identifier: token(raw`r.id`, systems.odsCode),
    name: named('name'),
    active,
    'address-postalcode': named('postcode'),
  },
  toFhir: (row) => {
    const address = filled({
      line: [row.addressLine1, row.addressLine2, row.addressLine3].flatMap((line) => words(line) ?? []),
      city: words(row.town),
      district: words(row.county),
      postalCode: words(row.postcode),
    })
    return filled({
      resourceType: 'Organization',
      identifier: [identifier(systems.odsCode, String(row.id))],
      active: row.isInUse,
      type: [{ text: row.type }],
      name: words(row.name),
      address: Object.keys(address).length === 0 ? [] : [address],
    })
  },
  fields: {
    name: 'name',
    type: 'type.text',
    addressLine1: 'address.line',
    addressLine2: 'address.line',
    addressLine3: 'address.line',
    town: 'address.city',
    county: 'address.district',
    postcode: 'address.postalCode',
    isInUse: 'active',
  },
})

interface Team {
  name: string
  isInUse: boolean
}

export const teamSource = source<Team, 'Organization'>({
  type: 'Organization',
  name: 'team',
  entity: 'team',
  profile,
  outside: 'withheld',
  select: raw`
    select record.id, record.version, null::bigint as "patientId", record.updated_at as "recordedAt",
      recorder.display_name as "recordedBy", record.name, record.is_active as "isInUse"
    from team as record left join app_user as recorder on recorder.id = record.updated_by`,
  search: { name: named('name'), active },
  toFhir: (row) =>
    filled({
      resourceType: 'Organization',
      active: row.isInUse,
      type: [
        {
          coding: [
            {
              system: 'http://terminology.hl7.org/CodeSystem/organization-type',
              code: 'team',
              display: 'Organizational team',
            },
          ],
        },
      ],
      name: words(row.name),
      partOf: service,
    }),
  fields: { name: 'name', isInUse: 'active' },
})

interface Head {
  name: string
  telephone: string | null
  address: string | null
}

/** This service, as the letterhead names it. */
export const serviceSource = source<Head, 'Organization'>({
  type: 'Organization',
  name: '',
  idType: 'text',
  entity: null,
  profile,
  outside: {},
  select: raw`
    select 'service' as id, coalesce(head.version, 1) as version, null::bigint as "patientId",
      coalesce(head.updated_at, timestamptz '2026-01-01') as "recordedAt",
      (select display_name from app_user where app_user.id = head.updated_by) as "recordedBy",
      coalesce(head.service_name, 'Falls prevention service') as name, head.telephone, head.address
    from (select 1) as one left join letterhead as head on true`,
  search: { name: named('name'), active: token(raw.lit('true')) },
  toFhir: (row) =>
    filled({
      resourceType: 'Organization',
      active: true,
      type: [
        {
          coding: [
            {
              system: 'http://terminology.hl7.org/CodeSystem/organization-type',
              code: 'prov',
              display: 'Healthcare Provider',
            },
          ],
        },
      ],
      name: words(row.name),
      telecom: telephone(row.telephone, 'work'),
      address: words(row.address) === undefined ? [] : [{ text: words(row.address) ?? '' }],
    }),
  fields: { name: 'name', telephone: 'telecom.value', address: 'address.text' },
})

interface Place {
  name: string
  isInUse: boolean
}

export const locationSource = source<Place, 'Location'>({
  type: 'Location',
  name: '',
  entity: 'location',
  profile: ukCore('Location'),
  outside: {},
  select: raw`
    select record.id, record.version, null::bigint as "patientId", record.updated_at as "recordedAt",
      recorder.display_name as "recordedBy", record.name, record.is_active as "isInUse"
    from location as record left join app_user as recorder on recorder.id = record.updated_by`,
  search: {
    name: named('name'),
    status: token(
      raw`case when r."isInUse" then 'active' else 'inactive' end`,
      'http://hl7.org/fhir/location-status',
    ),
  },
  toFhir: (row) =>
    filled({
      resourceType: 'Location',
      status: row.isInUse ? 'active' : 'inactive',
      name: words(row.name),
      mode: 'instance',
      managingOrganization: service,
    }),
  fields: { name: 'name', isInUse: 'status' },
})
