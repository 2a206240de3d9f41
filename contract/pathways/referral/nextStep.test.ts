import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { recordKinds } from '../records/kinds.ts'
import { nextStepOf, usualNextSteps } from './nextStep.ts'
import { stages, stageTitles, type Stage } from '../../stages/stage.ts'

type View = Parameters<typeof nextStepOf>[0]
const day = '2026-06-15'
const at = (stage: Stage, more: Partial<Extract<View['stage'], { open: true }>> = {}): View => ({
  stage: {
    open: true,
    stage,
    since: null,
    due: null,
    reason: '',
    deceased: false,
    warnings: [],
    callsCountFrom: null,
    countedCalls: [],
    nextCallCountsFrom: null,
    firstMissedOn: null,
    ...more,
  },
  treatmentPlan: [],
  exercise: [],
})
const booked = (treatmentDate: string): Pick<View, 'treatmentPlan'> => ({
  treatmentPlan: [{ treatmentDate } as View['treatmentPlan'][number]],
})

describe('the next step', () => {
  it.each(stages)('on %s is the one that docs/reference/pathways.md names', async (stage) => {
    const text = await readFile(new URL('../../../docs/reference/pathways.md', import.meta.url), 'utf8')
    const step = nextStepOf(at(stage), day)
    const words = step === 'discharge' ? 'Discharge' : step === null ? '' : recordKinds[step].title
    expect(text).toContain(`| ${stageTitles[stage]} | ${words}`)
    expect(step).toBe(usualNextSteps[stage])
  })

  it('is none on a pathway that is closed', () => {
    expect(
      nextStepOf({ ...at('inExercise'), stage: { open: false, closed: 'discharged', reason: '' } }, day),
    ).toBeNull()
  })

  it.each([
    ['2026-06-16', null],
    ['2026-06-15', 'followup'],
    ['2026-06-14', 'followup'],
  ] as const)('is a call once its day has come: due on %s, %s', (due, step) => {
    expect(nextStepOf(at('awaitingFollowup', { due }), day)).toBe(step)
    expect(nextStepOf(at('awaitingSecondFollowup', { due }), day)).toBe(step)
  })

  it.each([
    ['2026-06-16', null],
    ['2026-06-15', 'treatmentPlan'],
  ] as const)('is no plan where one is booked, for %s: %s', (treatmentDate, step) => {
    expect(nextStepOf({ ...at('awaitingTreatment'), ...booked(treatmentDate) }, day)).toBe(step)
  })
})
