import type { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { changes, pathwayMarkOf, type Changes } from '../contract/stages/changes.ts'
import type { Ask, Deed, Kind } from './clinic.ts'
import { follow } from './follow.ts'

export interface Notes {
  took: (kind: Kind, ms: number) => unknown
  failed: (what: string) => unknown
  /** What was on a screen was read again, because somebody else had changed it. */
  readAgain: () => unknown
}

interface Desk {
  address: string
  accessToken: string
  agent: Agent
}

const isNewsFor = (news: Changes, screen: NonNullable<Ask['screen']>): boolean =>
  'list' in screen ? news.lists.includes(screen.list) : news.pathways.includes(pathwayMarkOf(screen.pathway))

/** As long as a browser waits before it reads again, so that not all do at once. */
const mostJitterMs = 500

/**
 * Somebody at work: does one thing after the other, while what is on the screen follows what others save.
 * @param goesOn waits for the next thing to do; false at the end of the day
 */
export const work = async (
  { address, accessToken, agent }: Desk,
  notes: Notes,
  next: () => Deed,
  goesOn: () => Promise<boolean>,
): Promise<void> => {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const ask = async ({ kind, ask: { method, path, body, saved } }: Deed): Promise<void> => {
    const began = performance.now()
    try {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const response = await fetch(address + path, { method, headers, ...sent })
      const text = await response.text()
      notes.took(kind, performance.now() - began)
      if (!response.ok) notes.failed(`${response.status} ${path.split('?')[0]}`)
      else saved?.((JSON.parse(text) as { id: number }).id)
    } catch (error) {
      notes.failed(`${error instanceof Error ? error.message : 'no answer'} ${path.split('?')[0]}`)
    }
  }

  let open: Deed | null = null
  let isReading = false
  const hear = async (news: Changes): Promise<void> => {
    const shown = open
    if (shown?.ask.screen === undefined || isReading || !isNewsFor(news, shown.ask.screen)) return
    isReading = true
    await sleep(Math.random() * mostJitterMs)
    notes.readAgain()
    await ask(shown)
    isReading = false
  }
  const stream = await follow(address, accessToken, agent)
  stream
    .on('data', (bytes: Buffer) => {
      for (const line of bytes.toString().split('\n'))
        if (line.startsWith('data: ')) void hear(changes.parse(JSON.parse(line.slice('data: '.length))))
    })
    .on('error', () => undefined)
  while (await goesOn()) {
    const deed = next()
    if (deed.ask.screen !== undefined) open = deed
    await ask(deed)
  }
  stream.destroy()
}
