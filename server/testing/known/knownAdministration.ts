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
import { done, type Saved } from '../world/factories.ts'
import { known, knownSave, type KnownCall, type SavedTable } from './knownCall.ts'
import type { Wire } from '../values/request.ts'
import { aUser } from '../world/users.ts'
import type { World } from '../world/world.ts'

let made = 0
/** An unused name: names of a list must differ in more than their digits. */
const nextName = (): string => {
  made += 1
  return `Choice ${[...String(made)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
}

const lookupSave = (of: LookupName): KnownCall => {
  const isPerson = 'familyName' in lookupTables[of].columns
  return knownSave(
    lookupCalls[of].save,
    () => ({ id: 0, ...(isPerson ? { familyName: nextName(), firstName: 'Ada' } : { name: nextName() }) }),
    () => (isPerson ? { displayName: nextName() } : { name: nextName() }),
    {
      ...lookupTables[of],
      madeWhenBlank: [
        'sortOrder',
        'displayName',
        'internalCode',
        'code',
        'abbreviated',
        'description',
        'csdsCode',
        'csdsSource',
        'address',
      ],
    },
  )
}

const password = 'nine quiet ferries at anchor'
const newUser = () => ({
  userName: nextName(),
  familyName: 'Okoro',
  firstName: 'Sam',
  defaultRole: 'Clinician' as const,
})

const userInTable: SavedTable = {
  table: 'app_user',
  part: 'user',
  rowOf: ({ user }) => (user as Wire)['id'],
  columns: userColumns,
  madeWhenBlank: ['displayName'],
  namedInTable: ['defaultRole'],
}

const savedUser = async (world: World) => {
  const user = newUser()
  const reply: Wire = { ...(await done(world, createUser, { user, password, confirmPassword: password })) }
  const { defaultRole: _, ...sent } = user
  return { ...sent, ...(reply['user'] as Saved) }
}

/** Its code identifies the row, so a change cannot smuggle it in. */
const { id: _code, ...fieldsOfOrganisation } = organisationColumns

const newOrganisation = () => ({
  id: nextName()
    .replaceAll(/[^a-z]/gi, '')
    .toUpperCase(),
  type: 'GP Practices' as const,
  name: 'Sampletown Surgery',
  openDate: '2001-04-01',
})

/** A user to change. */
const target = async ({ service }: World): Promise<number> =>
  (await aUser(service.db, ['Clinician', 'Admissions'])).userId

const firstContact = async (world: World): Promise<Wire> => ({ ...(await done(world, getFirstContact, {})) })

/** The calls by which administrators change lists, users and organisations. */
export const knownAdministration: readonly KnownCall[] = [
  ...lookupNames.map(lookupSave),
  known(createUser, () => ({ user: newUser(), password, confirmPassword: password }), null, [userInTable]),
  known(saveUser, savedUser, null, [
    {
      table: 'app_user',
      columns: userColumns,
      madeWhenBlank: ['displayName'],
      namedInTable: ['defaultRole'],
      existing: { input: savedUser, change: () => ({ phoneNumber: '01632 960 111' }) },
      onlyChanges: true,
    },
  ]),
  known(
    saveFirstContact,
    async (world) => ({ ...(await firstContact(world)), countsAs: 'call' as const }),
    null,
    [
      {
        table: 'first_contact',
        columns: firstContactColumns,
        existing: {
          // The service has one row, which the calls need not name.
          input: async (world) => ({ ...(await firstContact(world)), id: 1 }),
          change: () => ({ countsAs: 'wellbeing' }),
        },
        onlyChanges: true,
      },
    ],
  ),
  known(addRole, async (world) => ({ id: await target(world), version: 1, role: 'Team Lead' })),
  known(removeRole, async (world) => ({ id: await target(world), version: 1, role: 'Admissions' })),
  known(adminResetPassword, async (world) => ({
    userId: await target(world),
    password,
    confirmPassword: password,
  })),
  known(endUserSessions, async (world) => ({ userId: await target(world) })),
  known(saveOrganisation, () => ({ organisation: newOrganisation() }), null, [
    {
      table: 'organisation',
      part: 'organisation',
      columns: fieldsOfOrganisation,
      existing: {
        input: async (world) => {
          const organisation = newOrganisation()
          return {
            organisation: { ...organisation, ...(await done(world, saveOrganisation, { organisation })) },
          }
        },
        change: () => ({ town: 'Leeds' }),
      },
    },
  ]),
]
