// Runs a TypeScript file on Node 24, whatever Node the machine has: npm brings Node 24 as a locked package
// where it can. This file itself is plain JavaScript, so that an old Node can read it.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const oldestMajor = 24
const root = dirname(dirname(fileURLToPath(import.meta.url)))

const candidates = [
  ...broughtByNpm(),
  ...(majorOf(process.versions.node) >= oldestMajor ? [process.execPath] : []),
]
/** Options of Node itself, if any, the script and its arguments. */
const command = process.argv.slice(2)

if (command.length === 0) fail('Usage: node scripts/node24.mjs [options of Node] <script.ts> [arguments]')
runWith(candidates)

function broughtByNpm() {
  const packages = join(root, 'node_modules')
  if (!existsSync(packages)) return []
  return readdirSync(packages)
    .filter((name) => name === `node-${process.platform}-${process.arch}`)
    .map((name) => join(packages, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'))
    .filter((path) => existsSync(path))
}

function runWith([node, ...others]) {
  if (node === undefined) {
    fail(
      `Surefoot needs Node ${oldestMajor} or newer; this is Node ${process.versions.node}. ` +
        'npm brings it for Linux and macOS, and for Windows on x64, unless optional packages are left out; ' +
        `none is installed for ${process.platform} on ${process.arch}. ` +
        'Please install Node 24 (https://nodejs.org) and run the command again.',
    )
  }
  const child = spawn(node, ['--require', join(root, 'scripts/plain/use.mjs'), ...command], {
    // The script hears by the end of the channel that this process was killed, and can end too.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      // Each of a dozen threads otherwise keeps memory of its own that it has given back (glibc).
      MALLOC_ARENA_MAX: '2',
      ...process.env,
      PATH: dirname(node) + delimiter + (process.env.PATH ?? ''),
    },
  })
  const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const forward = (signal) => child.kill(signal)
  const stopForwarding = () => forwarded.forEach((signal) => process.off(signal, forward))
  forwarded.forEach((signal) => process.on(signal, forward))
  whenNpmEnds(() => forward('SIGTERM'))

  // The package's Node may not run here (musl instead of glibc): the machine's own is tried next.
  child.once('error', () => {
    stopForwarding()
    runWith(others)
  })
  child.once('exit', (code, signal) => {
    stopForwarding()
    if (signal === null) process.exit(code ?? 1)
    process.exitCode = 128 + (constants.signals[signal] ?? 0)
    process.kill(process.pid, signal)
  })
}

/**
 * npm hands a signal to its shell alone, and the shell ends without handing it on; either may also be killed. So the
 * script is told to end when they have.
 */
function whenNpmEnds(tell) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return
  const parent = process.ppid
  const npm = npmAbove(parent)
  const watching = setInterval(() => {
    if (process.ppid === parent && (npm === null || isAlive(npm))) return
    clearInterval(watching)
    tell()
  }, 250)
  watching.unref()
}

/** npm, if it is not the parent but the parent's parent. Any other process there is ignored. */
function npmAbove(parent) {
  try {
    const above = Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(parent)]))
    return /^npm/.test(execFileSync('ps', ['-o', 'args=', '-p', String(above)]).toString()) ? above : null
  } catch {
    // Without ps, as in small containers, the parent alone is watched.
    return null
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function majorOf(version) {
  return Number(version.split('.')[0])
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
