import { setTimeout as sleep } from 'node:timers/promises'
import type { Device } from './device.ts'
import type { Line } from './line.ts'

/** What an interruption happens to. */
export interface Scene {
  device: Device
  line: Line
  /** A number from 0 to 1 that a run can repeat. */
  random: () => number
  /** Stops the product without notice, and starts it again, behind the same line. */
  restart: () => Promise<void>
  /** Starts the next release beside this one, leads the line to it, and stops this one. */
  update: () => Promise<void>
}

interface Interruption {
  /** Whether the page that was open is still there afterwards. */
  leavesPage: boolean
  happen: (scene: Scene) => Promise<void>
}

const network = async ({ device, line, random, restart }: Scene): Promise<void> => {
  const which = random()
  if (which < 0.35) {
    await device.setOffline(true)
    await sleep(random() * 1_500)
    if (random() < 0.5) await device.setOffline(false)
  } else if (which < 0.7) {
    line.loseReplies(1 + Math.floor(random() * 4))
    await device.setOffline(false)
  } else await restart()
}

const clock = async ({ device, random }: Scene): Promise<void> => {
  const hours = [0.4, 1, 3, 5, 13, 30, -0.05, -2, -12]
  await device.moveClock(hours[Math.floor(random() * hours.length)] ?? 1)
  // A page looks every ten seconds whether its visits may still be open, and at once when it begins.
  const which = random()
  if (which < 0.3) await sleep(11_000)
  else if (which < 0.7) await device.page().reload()
}

/** Chromium believes for 30 seconds what it last heard of the room on the disk. */
const believedMs = 31_000

/** A disk that is full, or has room for a little. */
const quota = async ({ device, random }: Scene): Promise<void> => {
  await device.leaveRoom(Math.floor(random() * random() * 4_000) - 1_000)
  await sleep(believedMs)
}

export const interruptions = {
  network: { leavesPage: true, happen: network },
  tab: { leavesPage: false, happen: ({ device }) => device.closeTab() },
  killed: { leavesPage: false, happen: ({ device }) => device.kill() },
  clock: { leavesPage: true, happen: clock },
  quota: { leavesPage: true, happen: quota },
  update: { leavesPage: true, happen: ({ update }) => update() },
} as const satisfies Record<string, Interruption>
export type InterruptionName = keyof typeof interruptions
export const interruptionNames = Object.keys(interruptions) as InterruptionName[]
