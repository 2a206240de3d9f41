import { storagePrefix } from '../../../contract/accounts/session.ts'
import { createStore } from '../session/createStore.ts'

export type Density = 'comfortable' | 'compact'

const storageKey = `${storagePrefix}density`

/** How high the rows of lists are: a choice of this browser, kept past log-out. It says nothing of anyone. */
const chosen = createStore<Density>(
  localStorage.getItem(storageKey) === 'compact' ? 'compact' : 'comfortable',
)

/** The style sheet reads it here, so that every list follows at once. */
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
