import { useSyncExternalStore } from 'react'

/** A value that stands outside the components, and that they follow as it changes. */
export interface Store<Value> {
  get: () => Value
  set: (next: Value) => void
  /** What a component needs of it: a part of the value, or the value itself, never something made on the way. */
  useValue: <Chosen>(choose: (value: Value) => Chosen) => Chosen
}

export const createStore = <Value>(first: Value): Store<Value> => {
  let value = first
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get: () => value,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    useValue: (choose) => useSyncExternalStore(subscribe, () => choose(value)),
  }
}
