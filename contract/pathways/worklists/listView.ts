import { z } from 'zod'
import { endpoint, saveCall } from '../../platform/calls/endpoint.ts'
import { existingId, recordId, requiredText, version } from '../../platform/fields/fields.ts'
import { narrowing } from './listFilters.ts'
import { stages } from '../../stages/stage.ts'

/* A filtered work list that a user saved under a name for themselves. */

export const viewNameRequired = 'Name required'

const fields = {
  name: requiredText(viewNameRequired, 60),
  stage: z.enum(stages, { error: 'Choose a work list' }),
  narrowing,
}

export const listView = z.object({
  id: z.int(),
  version: z.int(),
  name: z.string(),
  stage: z.enum(stages),
  narrowing,
})
export type ListView = z.output<typeof listView>

export const listListViews = endpoint({
  method: 'GET',
  path: '/api/listView/all',
  summary: 'Your own saved views of work lists, by name',
  input: z.object({}),
  reply: z.array(listView),
})

export const saveListView = saveCall({
  path: '/api/listView/save',
  summary: 'Save a view of a work list for yourself',
  input: z.object({ id: recordId(), version: version(), ...fields }),
})

export const deleteListView = saveCall({
  path: '/api/listView/delete',
  summary: 'Delete one of your own saved views',
  input: z.object({ id: existingId() }),
})

export const listViewEndpoints = [listListViews, saveListView, deleteListView] as const
