/**
 * An object whose values are created on first read. A page makes only one or two of many similar calls, and building
 * the schemas of the others would delay it.
 */
export const lazily = <Key extends string, Value>(
  keys: readonly Key[],
  make: (key: Key) => Value,
): Readonly<Record<Key, Value>> => {
  const made = {} as Record<Key, Value>
  for (const key of keys)
    Object.defineProperty(made, key, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = make(key)
        Object.defineProperty(made, key, { value, enumerable: true })
        return value
      },
    })
  return made
}
