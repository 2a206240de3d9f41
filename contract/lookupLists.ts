import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { lookupColumnsOf } from './lookupColumns.ts'
import { includeInActive, lookupNames, lookupRow, type KeptLookup, type LookupName } from './lookups.ts'
import { pagingFields } from './paging.ts'

export const lookupList = (name: KeptLookup) =>
  endpoint({
    method: 'GET',
    path: `/api/${name}/all`,
    summary: `The ${name} list, active rows unless includeInActive=true`,
    input: includeInActive.extend(pagingFields(lookupColumnsOf(name).map(({ id }) => id))),
    reply: z.array(lookupRow),
    isPaged: true,
  })

export const lookupLists = Object.fromEntries(lookupNames.map((name) => [name, lookupList(name)])) as Record<
  LookupName,
  ReturnType<typeof lookupList>
>
