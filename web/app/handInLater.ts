import { whenIdle } from '../platform/page/whenIdle.ts'

/** What was typed without a signal is handed in from whatever page is open, once somebody is signed in there. */
const handInLater = async (): Promise<void> => {
  const databases = await indexedDB.databases()
  if (databases.some(({ name }) => name === 'surefoot-outbox'))
    (await import('../care/visits/watchOutbox.ts')).watchOutbox()
}

whenIdle(() => void ('indexedDB' in window && handInLater()))
