/**
 * Runs a command for somebody at a terminal: `--help` says how it is used, and what goes wrong is a sentence and exit code 1. A
 * mistake of our own keeps its stack.
 */
export const runCommand = async (usage: string, work: () => Promise<void>): Promise<void> => {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    console.log(usage)
    return
  }
  try {
    await work()
  } catch (error) {
    console.error(isOurs(error) ? error : inWords(error))
    if ((error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true) console.error(usage)
    process.exitCode = 1
  }
}

const isOurs = (error: unknown): boolean =>
  !(error instanceof Error) ||
  ((error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError) &&
    (error as { code?: string }).code === undefined)

const inWords = (error: unknown): string => {
  const { code, path, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' && path !== undefined) return `There is no file ${path}.`
  if (code === '42P01' || /^role "surefoot_app" does not exist/.test(message))
    return 'The database has no tables of Surefoot yet. Start the service once: it makes them.'
  if (code === 'EISDIR') return 'A folder was named where a file is needed.'
  if (message.includes('unsupported startup parameter'))
    return `DATABASE_URL leads through a pooler that refuses the connection (${message}). Please set DATABASE_DIRECT_URL here too.`
  return message
}
