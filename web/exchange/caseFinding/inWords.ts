import { listKinds, type ListKind } from '../../../contract/exchange/caseFinding/listKind.ts'
import { formatCount } from '../../../contract/platform/words/format.ts'

export const kindTitle = (kind: ListKind): string =>
  listKinds.find(({ code }) => code === kind)?.title ?? kind

export const peopleInWords = (count: number): string =>
  count === 1 ? '1 person' : `${formatCount(count)} people`
