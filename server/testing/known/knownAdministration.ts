import type { Endpoint, InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { getFirstContact, saveFirstContact } from '../../../contract/insight/firstContact.ts'
import { lookupCalls } from '../../../contract/reference/lookupCalls.ts'
import { lookupNames, type LookupName } from '../../../contract/reference/lookups.ts'
import { saveOrganisation } from '../../../contract/reference/organisation.ts'
import {
  addRole,
  adminResetPassword,
  createUser,
  endUserSessions,
  removeRole,
  saveUser,
} from '../../../contract/accounts/user.ts'
import { lookupTables } from '../../reference/lookups/tables.ts'
import { organisationColumns } from '../../reference/organisations/columns.ts'
import { firstContactColumns } from '../../insight/reports/firstContact.ts'
import { userColumns } from '../../accounts/users/columns.ts'
import type { Saved } from '../world/factories.ts'
import type { KnownCall, SavedTable } from './knownCall.ts'
import type { Wire } from '../values/request.ts'
import { aUser } from '../world/users.ts'
import type { World } from '../world/world.ts'

let made = 0
/** A name that nobody has: names of a list are told apart by more than their digits. */
const nextName = (): string => {
  made += 1
  return `Choice ${[...String(made)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
}

const ask = async ({ service, user }: World, call: Endpoint, input: Wire): Promise<Wire> => {
  const { status, body } = await service.ask(call, input, user)
  if (status !== 200) throw new Error(`${call.path} was refused: ${status} ${JSON.stringify(body)}`)
  return body as Wire
}

const lookupSave = (of: LookupName): KnownCall => {
  const call = lookupCalls[of].save
  const { table, columns } = lookupTables[of]
  const isPerson = 'familyName' in columns
  const fresh = (): Wire =>
    isPerson ? { id: 0, familyName: nextName(), firstName: 'Ada' } : { id: 0, name: nextName() }
  return {
    call,
    input: async () => fresh(),
    patientData: null,
    saves: [
      {
        table,
        columns,
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

/** Its code names the row, so it is no field that a change could smuggle in. */
const { id: _code, ...fieldsOfOrganisation } = organisationColumns

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
  ...lookupNames.map(lookupSave),
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
  {
    call: saveFirstContact,
    input: async (world) => ({ ...(await ask(world, getFirstContact, {})), countsAs: 'call' }),
    patientData: null,
    saves: [
      {
        table: 'first_contact',
        columns: firstContactColumns,
        existing: {
          // The service has one row, which the calls need not name.
          input: async (world) => ({ ...(await ask(world, getFirstContact, {})), id: 1 }),
          change: () => ({ countsAs: 'wellbeing' }),
        },
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
      columns: fieldsOfOrganisation,
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
