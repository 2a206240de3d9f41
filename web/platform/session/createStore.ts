import { useSyncExternalStore } from 'react'

/** A value outside the components. Components that use it follow its changes. */
export interface Store<Value> {
  get: () => Value
  set: (next: Value) => void
  /** Selects a part of the value, or the value itself. The selector must not create a new object. */
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
