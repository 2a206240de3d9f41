import { readTelephone } from '../../../contract/platform/fields/telephone.ts'

type Text = string | null | undefined
type Numbers<Field extends string> = Readonly<Partial<Record<Field, Text>>>
type Notes<Field extends string> = { readonly [Name in Field as `${Name}Note`]?: Text }

const digitsOf = (number: Text): string => (number ?? '').replaceAll(/\D/g, '')

/**
 * Separates each number from the note beside it, as they are stored. A sender that does not know notes and sends the
 * same number back keeps its note. The note of a replaced number is removed, because it said whose the old number was.
 * @param stored the number stored now; null for a new record
 */
export const settleTelephones = <Field extends string, Input extends Numbers<Field> & Notes<Field>>(
  input: Input,
  fields: readonly Field[],
  stored: (field: Field) => Text,
): Input & Notes<Field> =>
  Object.assign(
    { ...input },
    ...fields.map((field) => {
      const typed = input[field]
      if (typed === undefined) return {}
      const name = `${field}Note` as const
      const given = (input as Notes<Field>)[name]
      const { number = null, note = null } = readTelephone(typed ?? '') ?? {}
      const kept = number !== null && digitsOf(stored(field)) === digitsOf(number) ? undefined : null
      return {
        [field]: number,
        [name]: number === null ? null : (note ?? (given === undefined ? kept : given)),
      }
    }),
  ) as Input & Notes<Field>
