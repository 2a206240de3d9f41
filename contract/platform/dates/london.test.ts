import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
})

it('is made when a time is first asked for, and once for days and times alike', async () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  const compared = vi.spyOn(Intl, 'Collator')
  vi.resetModules()
  const { today } = await import('./dates.ts')
  const { formatDateTime } = await import('../words/format.ts')
  const { londonClock } = await import('./wallTime.ts')
  await import('../words/grid.ts')
  expect(made).not.toHaveBeenCalled()
  expect(compared).not.toHaveBeenCalled()
  // 30 June 2026, 23:30 UTC
  const halfPastMidnight = 1_782_862_200_000
  expect(today(halfPastMidnight)).toBe('2026-07-01')
  expect(formatDateTime('2026-01-05T14:30:00Z')).toBe('05/01/2026 14:30')
  expect(londonClock(halfPastMidnight)).toEqual({ day: '2026-07-01', time: '00:30' })
  expect(made).toHaveBeenCalledTimes(1)
})

it('shows a moment before 1970 too', async () => {
  const { today } = await import('./dates.ts')
  expect(today(-142_129_800_000)).toBe('1965-07-01')
})
