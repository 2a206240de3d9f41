import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Has git run the hooks of this project, in a checkout that names no others. */
const root = join(import.meta.dirname, '..')
if (
  existsSync(join(root, '.git')) &&
  spawnSync('git', ['config', 'core.hooksPath'], { cwd: root }).status === 1
)
  execFileSync('git', ['config', 'core.hooksPath', '.githooks'], { cwd: root })
