import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../server/platform/db/embedded/freePort.ts'

/** Where nginx is installed, as Debian's package puts it; undefined where it is not. */
export const nginxProgram = ['/usr/sbin/nginx', '/usr/bin/nginx'].find(
  (file) => spawnSync(file, ['-v'], { stdio: 'ignore' }).status === 0,
)

export interface Nginx {
  address: string
  stop: () => Promise<void>
}

/**
 * nginx before these, as docs/operate/operations.md has it, without TLS.
 * @param behind addresses of the service, @param within where it makes its folder
 */
export const startNginx = async (behind: readonly string[], within = tmpdir()): Promise<Nginx> => {
  if (nginxProgram === undefined) throw new Error('nginx is not installed')
  const folder = await mkdtemp(join(within, 'surefoot-nginx-'))
  // Its workers are somebody else where it is begun as root.
  await chmod(folder, 0o755)
  const port = await freePort()
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `daemon off;
pid ${folder}/pid;
error_log stderr crit;
events { worker_connections 512; }
http {
  access_log off;
  ${paths.map((each) => `${each}_temp_path ${folder}/${each};`).join('\n  ')}
  upstream surefoot {
    ${behind.map((address) => `server ${new URL(address).host} max_fails=0;`).join('\n    ')}
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 11m;
    location / {
      proxy_pass http://surefoot;
      proxy_http_version 1.1;
      proxy_set_header Host $host;
      proxy_set_header Connection "";
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_connect_timeout 2s;
      proxy_read_timeout 15m;
    }
  }
}
`,
  )
  const child = spawn(nginxProgram, ['-p', folder, '-e', 'stderr', '-c', file], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const ended = once(child, 'exit')
  const address = `http://127.0.0.1:${port}`
  for (let attempt = 0; !(await answers(address)); attempt += 1) {
    if (child.exitCode !== null || attempt === 200) throw new Error(`nginx did not start: ${said}`)
    await sleep(50)
  }
  return {
    address,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const answers = (address: string): Promise<boolean> =>
  fetch(`${address}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  )
