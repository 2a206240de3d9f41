import { forgotPasswordEmail, resetPasswordSms } from '../contract/accounts/account.ts'
import { exportDemographicsSearch } from '../contract/pathways/worklists/patientExports.ts'
import { savePathway } from '../contract/pathways/referral/pathway.ts'
import { savePatient, searchGp } from '../contract/patients/patient.ts'
import { startReportRun } from '../contract/insight/reportRun.ts'
import { searchDemographics, searchPatients } from '../contract/patients/search/search.ts'
import { token } from '../contract/accounts/session.ts'
import { workLists } from '../contract/pathways/worklists/workList.ts'
import { stackedMarks } from '../server/testing/values/hostileText.ts'
import { signInAt } from '../server/testing/process/signInAt.ts'
import { besideAttack } from './beside.ts'
import { longestHold } from './eventLoop.ts'
import type { Fault, Figure, Outcome } from './fault.ts'
import { slowestField } from './slowestField.ts'
import type { Target } from './target.ts'

const times = { short: 3, long: 50 }
/** Two bytes for each mark, just within 1 MiB, which was once the limit of every body. */
const huge = stackedMarks(520_000)
/** As the longest text of any form. */
const fitting = stackedMarks(4000)

interface Attack {
  what: string
  path: string
  body?: string
  headers?: Record<string, string>
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }

/** @param own headers of somebody who is signed in */
const attacks = (own: Record<string, string>): Attack[] => {
  const signedIn = (path: string, body: object): Attack => ({
    ...{
      what: `${path}, ${Math.round(JSON.stringify(body).length / 1000)} thousand characters`,
      path,
      headers: own,
    },
    body: JSON.stringify(body),
  })
  return [
    {
      ...{ what: 'an anonymous sign-in with a huge user name', path: token.path, headers: form },
      body: `grant_type=password&password=x&username=${huge}`,
    },
    {
      ...{ what: 'an anonymous sign-in with a huge password', path: token.path, headers: form },
      body: `grant_type=password&username=x&password=${huge}`,
    },
    {
      what: 'an anonymous sign-in with a credential of spaces',
      ...{ path: token.path, body: 'grant_type=unknown' },
      headers: { ...form, authorization: `Basic${' '.repeat(12_000)}a b` },
    },
    {
      ...{ what: 'an anonymous reset with a huge user name', path: resetPasswordSms.path, headers: json },
      body: JSON.stringify({ userName: huge }),
    },
    {
      what: 'a forgotten password with a long user name',
      path: `${forgotPasswordEmail.path}?username=${encodeURIComponent(stackedMarks(2000))}`,
    },
    signedIn(searchDemographics.path, { familyName: huge }),
    signedIn(searchPatients.path, { text: huge }),
    signedIn(searchGp.path, { search: huge }),
    signedIn(savePatient.path, { id: 0, familyName: 'Marlowe', town: huge }),
    signedIn(savePathway.path, { id: 1, patientId: 1, comments: huge }),
    signedIn(savePathway.path, { id: 1, patientId: 1, comments: fitting, generalNotes: fitting }),
    signedIn(startReportRun.path, { reportName: huge }),
    signedIn(exportDemographicsSearch.path, { familyName: 'Marlowe', type: 'csv', filter: huge }),
    {
      what: 'a work list with a long filter',
      path: `${workLists.awaitingAssessment.path}?q=${encodeURIComponent(stackedMarks(2000))}`,
      headers: own,
    },
  ]
}

/** Whether the product refused it; one that hangs up on a body that is too long has refused it too. */
const isRefused = async (target: Target, { path, body, headers = {} }: Attack): Promise<boolean> => {
  try {
    const response = await fetch(`${target.address}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body }),
      ...{ headers, signal: AbortSignal.timeout(300_000) },
    })
    await response.text()
    return [400, 413, 414, 431].includes(response.status)
  } catch (error) {
    return (error as Error).name !== 'TimeoutError'
  }
}

/** Texts that take long to normalise or to match, sent by anybody and by who is signed in. */
export const text: Fault = {
  name: 'text',
  says: 'texts whose normalisation takes a time that grows with the square of their length',
  run: async ({ start, isLong }) => {
    const target = await start()
    const own = await signInAt(target.address)
    const outcomes: Outcome[] = []
    const holds: Figure[] = []
    const { failed, figures } = await besideAttack(target, async () => {
      await longestHold(target)
      for (const attack of attacks(own)) {
        const refused: boolean[] = []
        for (let time = 0; time < (isLong ? times.long : times.short); time += 1)
          refused.push(await isRefused(target, attack))
        outcomes.push({ says: `${attack.what}: refused`, held: refused.every(Boolean) })
        holds.push({ what: `event loop held, ${attack.what}`, figure: await longestHold(target), unit: 'ms' })
      }
    })
    outcomes.push({ says: 'somebody else is answered all the while', held: failed === 0 })
    const { field, milliseconds } = slowestField()
    const slowest: Figure = { what: `the slowest field to check, ${field}`, figure: milliseconds, unit: 'ms' }
    return { outcomes, figures: [...holds, ...figures, slowest] }
  },
}
