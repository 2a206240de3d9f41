import { expect, it } from 'vitest'
import { addDays, daysBetween } from '../../platform/dates/dates.ts'
import { instantAt, londonClock } from '../../platform/dates/wallTime.ts'
import { clinicDays, fitsInDay, slotTimes } from './slotTimes.ts'

/** A small generator of numbers, so that a failure can be repeated. */
const numbers = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const someClinic = (seed: number) => {
  const pick = numbers(seed)
  const firstDate = addDays('2026-01-01', pick(700))
  const everyWeeks = 1 + pick(4)
  const lastDate = pick(3) === 0 ? addDays(firstDate, pick(400)) : null
  const from = addDays(firstDate, pick(500) - 100)
  const until = addDays(from, 182)
  const some = (chance: number) =>
    Array.from({ length: 90 }, (_, week) => addDays(firstDate, 7 * week)).filter(() => pick(chance) === 0)
  const holidays = new Set(some(6))
  return {
    repeats: { firstDate, lastDate, everyWeeks },
    exceptions: { off: new Set(some(5)), held: new Set(some(8)) },
    isHoliday: (day: string) => holidays.has(day),
    from,
    until,
  }
}

it('has no slot on a day off, none twice and none missing in ten thousand generated weeks', () => {
  let weeks = 0
  for (let seed = 1; weeks < 10_000; seed += 1) {
    const { repeats, exceptions, isHoliday, from, until } = someClinic(seed)
    const days = clinicDays(repeats, exceptions, isHoliday, from, until)
    weeks += 26
    // Every day of the period, one by one, in the words of the rule.
    const expected: string[] = []
    for (let day = from; day <= until; day = addDays(day, 1)) {
      const since = daysBetween(repeats.firstDate, day)
      const isOfPattern = since >= 0 && since % (7 * repeats.everyWeeks) === 0
      const isOver = repeats.lastDate !== null && day > repeats.lastDate
      const isOff = exceptions.off.has(day) || (isHoliday(day) && !exceptions.held.has(day))
      if (isOfPattern && !isOver && !isOff) expected.push(day)
    }
    expect({ seed, days }).toEqual({ seed, days: expected })
  }
})

it.each(['2026-03-29', '2026-10-25'])('keeps every slot on %s, when the clocks change', (day) => {
  const pattern = { startTime: '00:00', slots: 24, minutes: 60, travelMinutes: 0 }
  const times = slotTimes(pattern)
  expect(fitsInDay(pattern)).toBe(true)
  expect(new Set(times).size).toBe(24)
  // In the afternoon each slot begins when the clock says so.
  for (const time of times.slice(3)) expect(londonClock(instantAt(day, time))).toEqual({ day, time })
})

it('counts travel between two slots, and refuses a last slot that ends after midnight', () => {
  const round = { startTime: '09:30', slots: 3, minutes: 45, travelMinutes: 20 }
  expect(slotTimes(round)).toEqual(['09:30', '10:35', '11:40'])
  expect(fitsInDay({ ...round, startTime: '22:00' })).toBe(false)
})
