import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import type { createUser, saveUser } from '../../../contract/accounts/user.ts'
import { savedTable, type ColumnsOf } from '../../platform/writes/columns.ts'

type NewUser = CheckedInputOf<typeof createUser>['user']
/** A role is sent by name or id and stored by id. */
type Stored<Save extends { defaultRole?: string | undefined }> = Omit<Save, 'defaultRole'> & {
  defaultRole: number
}

export const userColumns = {
  userName: 'user_name',
  familyName: 'family_name',
  firstName: 'first_name',
  displayName: 'display_name',
  email: 'email',
  phoneNumber: 'phone_number',
  phoneNumberNote: 'phone_number_note',
  isActive: 'is_active',
  defaultRole: 'default_role_id',
  clinicianId: 'clinician_id',
  teamMemberId: 'team_member_id',
  profession: 'profession',
  registration: 'registration',
} as const satisfies ColumnsOf<Stored<NewUser>, 'app_user', never> &
  ColumnsOf<Stored<CheckedInputOf<typeof saveUser>>, 'app_user', 'id' | 'version'>

export const userTable = savedTable({
  table: 'app_user',
  entity: 'user',
  columns: userColumns,
  labels: labels.user,
})
