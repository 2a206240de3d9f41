import { z } from 'zod'
import {
  dueField,
  listFilterNames,
  type ListFilterName,
  type Narrowing,
} from '../../../contract/pathways/worklists/listFilters.ts'
import { stages } from '../../../contract/stages/stage.ts'

const text = z.coerce.string().trim().min(1).max(255).optional().catch(undefined)

/** The filters in the address of a work list. Invalid values are ignored. */
export const listAddress = z.object({
  due: dueField.catch(undefined),
  ...(Object.fromEntries(listFilterNames.map((name) => [name, text])) as Record<ListFilterName, typeof text>),
  also: z.array(z.enum(stages)).min(1).optional().catch(undefined),
}) satisfies z.ZodType<Narrowing>

/** Removes empty values, so that the same filters always give the same address. */
export const written = (narrowing: Narrowing): Narrowing =>
  Object.fromEntries(
    Object.entries(narrowing).filter(([, value]) => value !== undefined && value !== '' && value.length > 0),
  )

/** Whether it filters or extends the list, apart from the due date tab. */
export const isFiltered = ({ due: _due, ...others }: Narrowing): boolean =>
  Object.keys(written(others)).length > 0
