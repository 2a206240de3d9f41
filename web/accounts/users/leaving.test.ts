import { afterEach, expect, test, vi } from 'vitest'
import { json } from '../../testing/fakeService.ts'
import { beSignedIn, administrator, quietService } from '../../testing/renderSite.tsx'
import { forgetSession } from '../../platform/session/session.ts'
import { leavingInWords } from './leaving.ts'

afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

test.each([
  [0, 0, null],
  [1, 0, '1 open referral'],
  [2, 0, '2 open referrals'],
  [0, 1, '0 open referrals and 1 task'],
  [1200, 2, '1,200 open referrals and 2 tasks'],
])('of %i referrals and %i tasks somebody who leaves is told: %s', async (referrals, tasks, words) => {
  beSignedIn(administrator)
  quietService({ '/api/owner/caseload': () => json({ referrals, tasks }) })
  const said = await leavingInWords(1)
  if (words === null) expect(said).toBeNull()
  else
    expect(said).toContain(
      `The clinician is responsible for ${words}. Afterwards the referrals are in Unowned`,
    )
})
