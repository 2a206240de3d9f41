import { describe, expect, it } from 'vitest'
import { chipsOf, isNotToBeCalled, type FlagFacts, type OpenFlag } from './chips.ts'
import { flagKindNames, flagKindOf } from './flagKinds.ts'

const nothing: FlagFacts = {
  flags: [],
  consentRefusedDate: null,
  timeConsentRefused: null,
  deceasedDate: null,
  isSaidDead: false,
  isDeadInPds: false,
  isRestricted: false,
  hasSimilarName: false,
}
const flag = (given: Partial<OpenFlag> & Pick<OpenFlag, 'kind'>): OpenFlag => ({
  category: null,
  detail: null,
  sinceDate: null,
  action: null,
  reviewDate: '2026-12-01',
  ...given,
})
const today = '2026-11-22'
const said = (facts: Partial<FlagFacts>, reader: 'staff' | 'external' = 'staff') =>
  chipsOf({ ...nothing, ...facts }, today, reader).map(({ text, late }) =>
    late === null ? text : `${text}, ${late}`,
  )

const blackout = flag({ kind: 'redFlag', category: 'blackout', action: 'sameDayGp', detail: 'On the stairs' })

describe('the chips of a patient', () => {
  it.each<[string, Partial<FlagFacts>, string[]]>([
    ['nothing', {}, []],
    ['a red flag', { flags: [blackout] }, ['Red flag: blackout']],
    [
      'a red flag that nobody answered',
      { flags: [{ ...blackout, action: null }] },
      ['Red flag: blackout (not answered)'],
    ],
    [
      'a red flag whose day has passed',
      { flags: [{ ...blackout, reviewDate: '2026-11-21' }] },
      ['Red flag: blackout, to be dealt with by 21-Nov-2026'],
    ],
    ['a red flag that is due today', { flags: [{ ...blackout, reviewDate: today }] }, ['Red flag: blackout']],
    [
      'two signs on one chip',
      { flags: [blackout, flag({ kind: 'redFlag', category: 'longLie', action: 'clinic' })] },
      ['Red flag: blackout; long lie'],
    ],
    [
      'safeguarding without its words',
      { flags: [flag({ kind: 'safeguarding', detail: 'Nephew takes her pension' })] },
      ['Safeguarding'],
    ],
    [
      'home-visit risk without its words',
      { flags: [flag({ kind: 'homeVisitRisk', detail: 'Large dog', reviewDate: '2026-11-01' })] },
      ['Home-visit risk, review was due 01-Nov-2026'],
    ],
    [
      'consent refused on the consent screen',
      { consentRefusedDate: '2026-03-03', timeConsentRefused: '00:00' },
      ['Consent refused: 03-Mar-2026 00:00'],
    ],
    ['consent refused, the time alone', { timeConsentRefused: '14:30' }, ['Consent refused: 14:30']],
    [
      'consent refused to what and when',
      {
        flags: [flag({ kind: 'consentRefused', detail: 'Sharing with the GP', sinceDate: '2026-03-03' })],
      },
      ['Consent refused: Sharing with the GP, 03-Mar-2026'],
    ],
    ['an interpreter', { flags: [flag({ kind: 'interpreter', detail: 'Polish' })] }, ['Interpreter: Polish']],
    [
      'adjustments',
      {
        flags: [
          flag({ kind: 'reasonableAdjustment', category: 'communication', detail: 'Speak slowly' }),
          flag({ kind: 'reasonableAdjustment', category: 'environment', detail: 'No stairs' }),
        ],
      },
      ['Reasonable adjustment: communication; environment'],
    ],
    [
      'a format',
      { flags: [flag({ kind: 'preferredFormat', category: 'largePrint' })] },
      ['Preferred format: large print'],
    ],
    ['a similar name', { hasSimilarName: true }, ['Similar name']],
    ['a restricted record', { isRestricted: true }, ['Restricted record']],
    ['a death', { deceasedDate: '2026-02-01', isSaidDead: true }, ['Died 01-Feb-2026']],
    ['a death without its date', { isSaidDead: true }, ['Died, date not recorded']],
    ['a death that PDS knows of', { isDeadInPds: true }, ['PDS says that the patient died']],
    ['a death that both know of', { isDeadInPds: true, isSaidDead: true }, ['Died, date not recorded']],
  ])('say %s', (_, facts, chips) => expect(said(facts)).toEqual(chips))

  it('stand in one order, the red flag first, at most one of each kind', () => {
    const all: FlagFacts = {
      flags: flagKindNames.toReversed().flatMap((kind) => {
        const category = flagKindOf(kind).category?.choices[0]?.code ?? null
        return [flag({ kind, category, detail: 'Polish' }), flag({ kind, category, detail: 'Polish' })]
      }),
      consentRefusedDate: '2026-03-03',
      timeConsentRefused: null,
      deceasedDate: '2026-02-01',
      isSaidDead: true,
      isDeadInPds: true,
      isRestricted: true,
      hasSimilarName: true,
    }
    expect(chipsOf(all, today, 'staff').map(({ kind }) => kind)).toEqual([
      'redFlag',
      'restricted',
      'deceased',
      'safeguarding',
      'consentRefused',
      'homeVisitRisk',
      'similarName',
      'interpreter',
      'reasonableAdjustment',
      'preferredFormat',
    ])
    expect(chipsOf(all, today, 'external').map(({ kind }) => kind)).toEqual([
      'deceased',
      'consentRefused',
      'interpreter',
      'reasonableAdjustment',
      'preferredFormat',
    ])
  })

  it('tell people outside the service nothing that staff typed but the language, and nothing of what is late', () => {
    const flags = flagKindNames.map((kind) =>
      flag({
        kind,
        category: flagKindOf(kind).category?.choices[0]?.code ?? null,
        detail: kind === 'interpreter' ? 'Polish' : 'typed by staff',
        reviewDate: '2026-01-01',
      }),
    )
    expect(said({ flags }, 'external')).toEqual([
      'Consent refused: this service',
      'Interpreter: Polish',
      'Reasonable adjustment: communication',
      'Preferred format: large print',
    ])
  })
})

describe('nobody rings', () => {
  const refused = (category: string | null) => ({ flags: [flag({ kind: 'consentRefused', category })] })
  it.each<[string, Partial<FlagFacts>, boolean]>([
    ['a patient of whom nothing is known', {}, false],
    ['one who died', { deceasedDate: '2026-02-01' }, true],
    ['one who is said to have died', { isSaidDead: true }, true],
    ['one who died as PDS says', { isDeadInPds: true }, true],
    ['one who refused consent on a day', { consentRefusedDate: '2026-03-03' }, true],
    ['one who refused consent at a time', { timeConsentRefused: '14:30' }, true],
    ['one who refused without saying what', refused(null), true],
    ['one who refused the service', refused('service'), true],
    ['one who refused sharing alone', refused('sharing'), false],
    ['one who needs an interpreter', { flags: [flag({ kind: 'interpreter', detail: 'Polish' })] }, false],
  ])('%s: %j is %s', (_, facts, isNot) => expect(isNotToBeCalled({ ...nothing, ...facts })).toBe(isNot))
})
