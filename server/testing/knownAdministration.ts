import type { Endpoint, InputOf } from '../../contract/endpoint.ts'
import { lookupCalls } from '../../contract/lookupForms.ts'
import { keptLookups, type KeptLookup } from '../../contract/lookups.ts'
import { saveOrganisation } from '../../contract/organisation.ts'
import {
  addRole,
  adminResetPassword,
  createUser,
  endUserSessions,
  removeRole,
  saveUser,
} from '../../contract/user.ts'
import type { Saved } from './factories.ts'
import type { KnownCall, SavedTable } from './knownCalls.ts'
import type { Wire } from './request.ts'
import { aUser } from './users.ts'
import type { World } from './world.ts'

let made = 0
/** A name that nobody has: names of a list are told apart by more than their digits. */
const nextName = (): string => {
  made += 1
  return `Choice ${[...String(made)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
}

const tables: Partial<Record<KeptLookup, string>> = {
  declinedReferral: 'declined_referral',
  dischargedTo: 'discharged_to',
  dischargeReason: 'discharge_reason',
  documentType: 'document_type',
  exerciseType: 'exercise_type',
  goalsAchieved: 'goals_achieved',
  referTo: 'refer_to',
  vasScale: 'vas_scale',
  namePrefix: 'name_prefix',
  teamMember: 'team_member',
}

const simple = { name: 'name', sortOrder: 'sort_order', isActive: 'is_active' }
const person = {
  familyName: 'family_name',
  firstName: 'first_name',
  displayName: 'display_name',
  isActive: 'is_active',
}
/** Fields of the lists that have others than a name, a place and a tick. */
const columns: Partial<Record<KeptLookup, Record<string, string>>> = {
  vasScale: { name: 'name', isActive: 'is_active' },
  gender: { ...simple, internalCode: 'internal_code', code: 'code', abbreviated: 'abbreviated' },
  ethnicity: { ...simple, internalCode: 'internal_code', code: 'code' },
  namePrefix: { ...simple, internalCode: 'internal_code', description: 'description' },
  clinician: person,
  teamMember: person,
  role: { name: 'name', profile: 'profile', isActive: 'is_active' },
}

const ask = async ({ service, user }: World, call: Endpoint, input: Wire): Promise<Wire> => {
  const { status, body } = await service.ask(call, input, user)
  if (status !== 200) throw new Error(`${call.path} was refused: ${status} ${JSON.stringify(body)}`)
  return body as Wire
}

const lookupSave = (of: KeptLookup): KnownCall => {
  const call = lookupCalls[of].save
  const isPerson = columns[of] === person
  const fresh = (): Wire =>
    isPerson ? { id: 0, familyName: nextName(), firstName: 'Ada' } : { id: 0, name: nextName() }
  return {
    call,
    input: async () => fresh(),
    patientData: null,
    saves: [
      {
        table: tables[of] ?? of,
        columns: columns[of] ?? simple,
        madeWhenBlank: ['sortOrder', 'displayName', 'internalCode', 'code', 'abbreviated', 'description'],
        existing: {
          input: async (world) => {
            const input = fresh()
            return { ...input, ...(await ask(world, call, input)) }
          },
          change: () => (isPerson ? { displayName: nextName() } : { name: nextName() }),
        },
      },
    ],
  }
}

const password = 'nine quiet ferries at anchor'
const userColumns = {
  userName: 'user_name',
  familyName: 'family_name',
  firstName: 'first_name',
  displayName: 'display_name',
  email: 'email',
  phoneNumber: 'phone_number',
  isActive: 'is_active',
  defaultRole: 'default_role_id',
}

const newUser = () => ({
  userName: nextName(),
  familyName: 'Okoro',
  firstName: 'Sam',
  defaultRole: 'Clinician',
})

const userInTable: SavedTable = {
  table: 'app_user',
  part: 'user',
  rowOf: ({ user }) => (user as Wire)['id'],
  columns: userColumns,
  madeWhenBlank: ['displayName'],
  namedInTable: ['defaultRole'],
}

const savedUser = async (world: World): Promise<Wire> => {
  const { defaultRole: _, ...user } = newUser()
  const { user: saved } = await ask(world, createUser, {
    user: { ...user, defaultRole: 'Clinician' },
    password,
    confirmPassword: password,
  })
  return { ...user, ...(saved as Saved) }
}

const newOrganisation = () => ({
  id: nextName()
    .replaceAll(/[^a-z]/gi, '')
    .toUpperCase(),
  type: 'GP Practices' as const,
  name: 'Sampletown Surgery',
  openDate: '2001-04-01',
})

const plain = <E extends Endpoint>(
  call: E,
  input: (world: World) => Promise<InputOf<E>>,
  saves: SavedTable[] = [],
): KnownCall => ({ call, input: async (world) => (await input(world)) as Wire, patientData: null, saves })

/** Somebody to do things to. */
const target = async ({ service }: World) => aUser(service.db, ['Clinician', 'Admissions'])

/** What administrators change: lists, users and organisations. */
export const knownAdministration: readonly KnownCall[] = [
  ...keptLookups.map(lookupSave),
  plain(createUser, async () => ({ user: newUser(), password, confirmPassword: password }), [userInTable]),
  {
    call: saveUser,
    input: savedUser,
    patientData: null,
    saves: [
      {
        table: 'app_user',
        columns: userColumns,
        madeWhenBlank: ['displayName'],
        namedInTable: ['defaultRole'],
        existing: { input: savedUser, change: () => ({ phoneNumber: '01632 960 111' }) },
        onlyChanges: true,
      },
    ],
  },
  plain(addRole, async (world) => ({ id: (await target(world)).userId, version: 1, role: 'Team Lead' })),
  plain(removeRole, async (world) => ({ id: (await target(world)).userId, version: 1, role: 'Admissions' })),
  plain(adminResetPassword, async (world) => ({
    userId: (await target(world)).userId,
    password,
    confirmPassword: password,
  })),
  plain(endUserSessions, async (world) => ({ userId: (await target(world)).userId })),
  plain(saveOrganisation, async () => ({ organisation: newOrganisation() }), [
    {
      table: 'organisation',
      part: 'organisation',
      columns: {
        type: 'type',
        name: 'name',
        addressLine1: 'address_line1',
        addressLine2: 'address_line2',
        addressLine3: 'address_line3',
        town: 'town',
        county: 'county',
        postcode: 'postcode',
        openDate: 'open_date',
        closeDate: 'close_date',
        statusCode: 'status_code',
        subTypeCode: 'sub_type_code',
        isActive: 'is_active',
      },
      existing: {
        input: async (world) => {
          const organisation = newOrganisation()
          const saved = await ask(world, saveOrganisation, { organisation })
          return { organisation: { ...organisation, ...saved } }
        },
        change: () => ({ town: 'Leeds' }),
      },
    },
  ]),
]
