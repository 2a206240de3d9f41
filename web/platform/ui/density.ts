import { storagePrefix } from '../../../contract/accounts/session.ts'
import { createStore } from '../session/createStore.ts'

export type Density = 'comfortable' | 'compact'

const storageKey = `${storagePrefix}density`

/** The height of list rows: a setting of this browser that is kept after sign-out. It says nothing about anyone. */
const chosen = createStore<Density>(
  localStorage.getItem(storageKey) === 'compact' ? 'compact' : 'comfortable',
)

/** The style sheet reads the setting from here, so that every list changes at once. */
const show = (): void => {
  document.documentElement.dataset['density'] = chosen.get()
}
show()

export const useDensity = (): Density => chosen.useValue((density) => density)

export const chooseDensity = (density: Density): void => {
  if (density === 'compact') localStorage.setItem(storageKey, density)
  else localStorage.removeItem(storageKey)
  chosen.set(density)
  show()
}
