import { useEffect, useEffectEvent } from 'react'
import {
  useWatch,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import { knownWay, waysToRead, type BothNames } from '../search/typedPerson.ts'

interface NameOrderProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
  within?: string
  /** Two or more names in a row, as the user searched for them; empty if there is nothing to ask. */
  names: string
}

/**
 * Asks which of the names that were searched for is the family name. If the list of first names allows only one
 * reading, the boxes start with that; otherwise the user is asked and nothing is guessed.
 */
export const NameOrder = <In extends FieldValues, Out>({
  form,
  within = '',
  names,
}: NameOrderProps<In, Out>) => {
  const at = (name: keyof BothNames) => `${within}${name}` as FieldPath<In>
  const [familyName, firstName] = useWatch({
    control: form.control,
    name: [at('familyName'), at('firstName')],
  }) as string[]
  const isEmpty = !familyName && !firstName
  const fill = (both: BothNames, shouldDirty: boolean): void => {
    for (const name of ['familyName', 'firstName'] as const)
      form.setValue(at(name), both[name] as FieldPathValue<In, FieldPath<In>>, { shouldDirty })
  }
  // Runs before the user types. What is typed afterwards must not change.
  const begin = useEffectEvent(async (isHere: () => boolean): Promise<void> => {
    const { isFirstName } = await import('../search/firstNames.ts')
    const both = knownWay(names, isFirstName)
    const typed = form.getValues([at('familyName'), at('firstName')]) as string[]
    if (isHere() && both !== null && typed.every((text) => !text)) fill(both, false)
  })
  useEffect(() => {
    if (names === '') return undefined
    let isHere = true
    void begin(() => isHere)
    return () => {
      isHere = false
    }
  }, [names])
  if (names === '' || !isEmpty) return null
  return (
    <div className="sf-name-order" role="group" aria-labelledby="name-order">
      <p id="name-order">You searched for “{names}”. Which is the family name?</p>
      <p className="sf-actions">
        {waysToRead(names).map((both) => (
          <button
            key={both.familyName}
            type="button"
            className="sf-button"
            onClick={() => {
              fill(both, true)
              // This button disappears, and would take the focus with it.
              form.setFocus(at('familyName'))
            }}
          >
            {both.familyName}
          </button>
        ))}
      </p>
    </div>
  )
}
