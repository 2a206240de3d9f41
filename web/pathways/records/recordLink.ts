import type { SectionKind } from '../../../contract/pathways/records/kinds.ts'
import { recordScreens } from './screens.ts'

/** The address of a record's screen; id 0 adds one. */
export const recordPath = (kind: SectionKind, id: number): string =>
  `/falls/pathway/${recordScreens[kind].path.replace(/\$\w+$/, String(id))}`

export const attendancePath = (exerciseId: number, id: number): string =>
  `/falls/pathway/attendance/${exerciseId}/${id}`
