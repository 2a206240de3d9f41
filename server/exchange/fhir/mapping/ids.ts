import type { Source, Stamp } from './source.ts'

/** The id of the resource of a row, such as 'frat-12', 'concern-3-7' or '9'. */
export const fhirIdOf = ({ name }: Pick<Source, 'name'>, { id, sub }: Pick<Stamp, 'id' | 'sub'>): string =>
  [name, id, sub].filter((part) => part !== undefined && part !== '').join('-')

export interface RowKey {
  id: string
  sub: number | null
}

const numeric = /^[1-9]\d{0,15}$/

/** Which row an id names among the rows of a source; null if it can be none of them. */
export const rowKeyOf = (
  source: Pick<Source, 'name' | 'idType' | 'hasSub'>,
  fhirId: string,
): RowKey | null => {
  const prefix = source.name === '' ? '' : `${source.name}-`
  if (!fhirId.startsWith(prefix)) return null
  const rest = fhirId.slice(prefix.length)
  if (source.idType === 'text') return /^[A-Za-z0-9]{1,20}$/.test(rest) ? { id: rest, sub: null } : null
  const [id = '', sub, ...more] = rest.split('-')
  if (more.length > 0 || !numeric.test(id)) return null
  if (source.hasSub !== true) return sub === undefined ? { id, sub: null } : null
  return sub !== undefined && numeric.test(sub) ? { id, sub: Number(sub) } : null
}
