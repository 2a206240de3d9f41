import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installedOffice } from '../server/testing/reading/libreOffice.ts'

/*
 * Installs LibreOffice where apt-get may, so that the tests open in it what is saved (server/platform/files/libreOffice.test.ts). Elsewhere
 * it says so and nothing fails: the same files are read by other libraries too.
 */

const install =
  'apt-get update -q && apt-get install -qy --no-install-recommends libreoffice-calc-nogui || apt-get install -qy --no-install-recommends libreoffice-calc'

/** Long enough for a slow mirror; without LibreOffice the tests go on. */
const patience = 5 * 60_000

const isThere = (): boolean => {
  if (installedOffice !== undefined) return true
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('sh', ['-c', install], { stdio: 'inherit', env, timeout: patience }).status === 0
}

console.log(
  isThere()
    ? 'LibreOffice is installed: the tests open in it what is saved.'
    : 'LibreOffice cannot be installed here: the tests do not open in it what is saved.',
)
