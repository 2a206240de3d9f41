/** The name of the database with visits that were taken along, encrypted (web/care/visits/store/databases.ts). */
export const packDatabase = 'surefoot-visits'

/** Signing out removes them, whichever page is open. What is to be handed in is in another database and stays. */
export const removePack = (): void => {
  if ('indexedDB' in globalThis) indexedDB.deleteDatabase(packDatabase)
}
