import { z } from 'zod'
import { endpoint, saveCall } from '../../platform/calls/endpoint.ts'
import { existingId, version, wholeNumber } from '../../platform/fields/fields.ts'
import { forEachStage } from '../../stages/stage.ts'

const fewest = 1
const most = 999

const targetDays = () =>
  wholeNumber(`Enter a whole number of days from ${fewest} to ${most}`, { from: fewest, to: most })

export const stageTargetsForm = z.object(forEachStage(targetDays))

export const stageTargets = z.object({ id: z.int(), version: z.int(), ...forEachStage(() => z.int()) })

export const getStageTargets = endpoint({
  method: 'GET',
  path: '/api/stageTargets/get',
  summary:
    'How many days each work list may take; for the call lists, the days around the due day of the call',
  input: z.object({}),
  reply: stageTargets,
})

export const saveStageTargets = saveCall({
  path: '/api/stageTargets/save',
  summary: 'Change how many days the work lists may take; this changes at once who is late',
  input: stageTargetsForm.extend({ id: existingId(), version: version() }),
})
