import { currentSession } from '../../platform/session/session.ts'
import { handInAll } from './store/handIn.ts'

const everyMs = 30_000

/** Hands in what is on this device, in the name of its author, from any page of the product. */
export const watchOutbox = (): void => {
  const look = async (): Promise<void> => {
    // The page of the visits looks itself, and knows what is open.
    if (currentSession() !== null && location.pathname !== '/visits') await handInAll()
  }
  void look()
  setInterval(() => void look(), everyMs)
}
