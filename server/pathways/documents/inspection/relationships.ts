import { requireFollowed } from './links.ts'
import { relationshipTypes } from './officeTypes.ts'
import { carrying, fetching } from './rejectedFile.ts'
import type { XmlReader } from './xml.ts'

/** Relationships that bring in another file, or part of a program. */
const carries = new Set(['oleobject', 'package', 'control', 'activexcontrolbinary', 'afchunk', 'subdocument'])

/**
 * Reads the relationships of an Office part. Only known ones are allowed, and only hyperlinks may lead out of the file.
 */
export const relationshipReader = (): XmlReader => ({
  open: (name, attributes) => {
    if (name !== 'Relationship') return
    const type = (attributes.get('Type') ?? '').replace(/^.*\//s, '').trim().toLowerCase()
    const target = attributes.get('Target') ?? ''
    const isExternal = (attributes.get('TargetMode') ?? 'Internal').trim().toLowerCase() !== 'internal'
    if (carries.has(type)) throw carrying()
    if (!relationshipTypes.has(type)) throw fetching()
    if (type === 'hyperlink') requireFollowed(target)
    else if (isExternal || /^\s*(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(target)) throw fetching()
  },
})
