import { mergeFields, type MergeFieldName } from '../../../../contract/care/letters/mergeFields.ts'
import { fieldsIn } from '../../../../contract/care/letters/templateWords.ts'

const titleOf = (name: string): string | null =>
  Object.hasOwn(mergeFields, name) ? mergeFields[name as MergeFieldName].title : null

const begins = {
  value: '',
  with: 'Only if recorded: ',
  without: 'Only if not recorded: ',
  end: 'End of: ',
}

/** Display name of a piece in braces. */
export const labelOf = (written: string): { label: string; isKnown: boolean } => {
  const { kind, name } = fieldsIn(written)[0] ?? { kind: 'value' as const, name: written }
  const title = titleOf(name)
  return title === null
    ? { label: `Unknown field: ${written.replaceAll(/\s+/g, ' ')}`, isKnown: false }
    : { label: `${begins[kind]}${title}`, isKnown: true }
}
