import { z } from 'zod'
import {
  dueField,
  listFilterNames,
  type ListFilterName,
  type Narrowing,
} from '../../../contract/pathways/worklists/listFilters.ts'
import { stages } from '../../../contract/stages/stage.ts'

const text = z.coerce.string().trim().min(1).max(255).optional().catch(undefined)

/** What the address of a work list says: how it is narrowed. What it does not understand is left out. */
export const listAddress = z.object({
  due: dueField.catch(undefined),
  ...(Object.fromEntries(listFilterNames.map((name) => [name, text])) as Record<ListFilterName, typeof text>),
  also: z.array(z.enum(stages)).min(1).optional().catch(undefined),
}) satisfies z.ZodType<Narrowing>

/** Without what is not set, so that the same narrowing is written in one way. */
export const written = (narrowing: Narrowing): Narrowing =>
  Object.fromEntries(
    Object.entries(narrowing).filter(([, value]) => value !== undefined && value !== '' && value.length > 0),
  )

/** Whether it narrows or widens the list beside the part that is due. */
export const isFiltered = ({ due: _due, ...others }: Narrowing): boolean =>
  Object.keys(written(others)).length > 0
