import type { PdfDictionary, PdfObjects, PdfValue } from './qpdf.ts'
import { carrying, fetching, scripted, signed } from './rejectedFile.ts'

/** Allowed actions: they lead to a place in the file, or to an address when a person follows them. */
const leadsOn = new Set(['/GoTo', '/URI', '/Named'])
const turnsPages = new Set(['/NextPage', '/PrevPage', '/FirstPage', '/LastPage'])
/** The keys of actions. Without an `/S`, `/A` means something else, such as an attribute of a heading. */
const actionKeys = new Set(['/A', '/PA', '/Next', '/OpenAction'])
/** Removed wherever they occur; none of them shows anything. */
const runs = new Set([
  '/AA',
  '/JS',
  '/JavaScript',
  '/EmbeddedFiles',
  '/Collection',
  '/Requirements',
  '/Perms',
  '/URLS',
  '/IDS',
  '/SpiderInfo',
  '/OPI',
])
const actions = new Set([
  '/JavaScript',
  '/Launch',
  '/SubmitForm',
  '/ImportData',
  '/ResetForm',
  '/GoToR',
  '/GoToE',
  '/Rendition',
  '/GoTo3DView',
  '/RichMediaExecute',
])
const plays = new Set(['/RichMedia', '/3D', '/Movie', '/Sound', '/Screen'])
const followed = /^(?:u:)?\s*(?:https?:|ftp:|mailto:|tel:|(?![a-z][a-z0-9+.-]*:|[\\/]{2}))/i

/**
 * Returns the objects that must change so that nothing in the file runs, starts, sends or fetches on its own; none if
 * all may stay. Throws a RejectedFile for content that is dangerous in itself.
 */
export const withoutActions = (objects: PdfObjects): PdfObjects => {
  const clean = cleaner(objects)
  const changed: PdfObjects = {}
  for (const [name, object] of Object.entries(objects)) {
    if ('stream' in object) {
      const { dict } = object.stream
      requireOwnData(dict)
      const harmless = clean(dict) as PdfDictionary
      if (harmless !== dict) changed[name] = { stream: { dict: harmless } }
    } else {
      const harmless = clean(object.value)
      if (harmless !== object.value) changed[name] = { value: harmless }
    }
  }
  return changed
}

const requireOwnData = (dict: PdfDictionary): void => {
  if ('/F' in dict) throw fetching()
  if (dict['/Subtype'] === '/PS' || dict['/Subtype2'] === '/PS') throw scripted()
  if (dict['/Subtype'] === '/Form' && '/Ref' in dict) throw fetching()
}

const isDictionary = (value: PdfValue | undefined): value is PdfDictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const cleaner = (objects: PdfObjects) => {
  const behind = (value: PdfValue): PdfValue => {
    if (typeof value !== 'string' || !/^\d+ \d+ R$/.test(value)) return value
    const object = objects[`obj:${value}`]
    return object === undefined || 'stream' in object ? null : object.value
  }

  const mayStay = (key: string, value: PdfValue): boolean => {
    const action = behind(value)
    if (Array.isArray(action)) return key !== '/Next' || action.every((one) => mayStay(key, one))
    if (!isDictionary(action) || !('/S' in action)) return true
    const kind = String(behind(action['/S'] ?? null))
    if (key === '/OpenAction') return kind === '/GoTo'
    if (kind === '/Named') return turnsPages.has(String(behind(action['/N'] ?? null)))
    if (kind === '/URI') return followed.test(String(behind(action['/URI'] ?? null)))
    return leadsOn.has(kind)
  }

  /** Returns the same value if nothing in it has to change. */
  const clean = (value: PdfValue): PdfValue => {
    if (Array.isArray(value)) {
      const cleaned = value.map(clean)
      return cleaned.some((one, index) => one !== value[index]) ? cleaned : value
    }
    if (!isDictionary(value)) return value
    requireNoOther(value, behind)
    if (isAction(value)) return {}
    let isSame = true
    const kept: PdfDictionary = {}
    for (const [key, inner] of Object.entries(value)) {
      const cleaned = clean(inner)
      isSame &&= cleaned === inner
      if (runs.has(key) || (actionKeys.has(key) && !mayStay(key, inner))) isSame = false
      else kept[key] = cleaned
    }
    return isSame ? value : kept
  }

  /** A structure element may have any name as its `/S`; of the two, only structure elements have children (`/K`). */
  const isAction = (dict: PdfDictionary): boolean => actions.has(String(dict['/S'])) && !('/K' in dict)

  return clean
}

const requireNoOther = (dict: PdfDictionary, behind: (value: PdfValue) => PdfValue): void => {
  const subtype = behind(dict['/Subtype'] ?? null)
  if ('/EF' in dict || subtype === '/FileAttachment') throw carrying()
  if (typeof subtype === 'string' && plays.has(subtype) && '/Rect' in dict) throw carrying()
  if ('/XFA' in dict) throw scripted()
  if ('/ByteRange' in dict) throw signed()
}
