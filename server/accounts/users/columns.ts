import { labels } from '../../../contract/platform/words/labels.ts'
import { saveUser } from '../../../contract/accounts/user.ts'
import { columnsOf, savedTable } from '../../platform/writes/columns.ts'

export const userColumns = columnsOf(saveUser.input.shape, ['id', 'version'], {
  defaultRole: 'default_role_id',
})

export const userTable = savedTable({
  table: 'app_user',
  entity: 'user',
  columns: userColumns,
  labels: labels.user,
})
