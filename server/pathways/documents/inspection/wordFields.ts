import { requireKnownField, innerField, lengthen } from './fields.ts'
import { fetching, incomplete } from './rejectedFile.ts'
import type { XmlReader } from './xml.ts'

interface Field {
  instruction: string
  /** True until the field's result starts. */
  isInstructed: boolean
}
const deepest = 100

/**
 * Elements whose text may be an instruction, in any number of runs. Includes plain text, which some readers also
 * accept.
 */
const instructs = new Set(['instrText', 'delInstrText', 't', 'delText'])
/** Elements for which Word reads an address without a relationship. */
const drawsOn = new Set(['imagedata', 'fill', 'stroke', 'shape', 'rect', 'background'])

/** Reads a part of a Word file. Allows only known fields (ECMA-376 part 1, 17.16), and no picture from elsewhere. */
export const wordFieldReader = (): XmlReader => {
  const fields: Field[] = []
  let listening = false
  const close = () => {
    const field = fields.pop()
    if (field?.isInstructed === true) requireKnownField(field.instruction)
    const outer = fields.at(-1)
    if (outer?.isInstructed === true) outer.instruction = lengthen(outer.instruction, innerField)
  }
  return {
    open: (name, attributes) => {
      if (instructs.has(name)) listening = true
      else if (name === 'fldSimple') requireKnownField(attributes.get('instr') ?? '')
      else if (name === 'fldChar') {
        const type = attributes.get('fldCharType')
        const field = fields.at(-1)
        if (type === 'begin') fields.push({ instruction: '', isInstructed: true })
        else if (type === 'end') close()
        else if (field !== undefined && field.isInstructed) {
          requireKnownField(field.instruction)
          field.isInstructed = false
        }
        if (fields.length > deepest) throw incomplete()
      } else if (name === 'tab' || name === 'br' || name === 'cr') add(fields.at(-1), ' ')
      if (drawsOn.has(name) && isElsewhere(attributes.get('src'))) throw fetching()
      if (name === 'altChunk' || name === 'subDoc') throw fetching()
    },
    text: (text) => {
      if (listening) add(fields.at(-1), text)
    },
    close: (name) => {
      if (instructs.has(name)) listening = false
      // Also check fields that are never closed.
      if (name === 'document' || name === 'hdr' || name === 'ftr') while (fields.length > 0) close()
    },
  }
}

const add = (field: Field | undefined, text: string): void => {
  if (field?.isInstructed === true) field.instruction = lengthen(field.instruction, text)
}

const isElsewhere = (source = ''): boolean => /^\s*(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(source)
