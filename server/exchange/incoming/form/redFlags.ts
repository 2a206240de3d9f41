import type { RedFlagSign } from '../../../../contract/reference/redFlagSigns.ts'

/** A sign that cannot wait, as the form asks about it, and how staff read it. */
interface Sign {
  code: string
  own: string
  others: string
  flag: RedFlagSign
}

/*
 * Abuse is never asked about: the person who does it may read the answers. Nobody is refused because of a sign: the
 * form shows what to do at once, then goes on.
 */
export const signs: readonly Sign[] = [
  {
    code: 'onFloor',
    own: 'I am on the floor and cannot get up, or I am badly hurt',
    others: 'They are on the floor and cannot get up, or they are badly hurt',
    flag: 'cannotStand',
  },
  {
    code: 'headInjury',
    own: 'I hit my head and I take blood thinners, such as warfarin or apixaban',
    others: 'They hit their head and take blood thinners, such as warfarin or apixaban',
    flag: 'headInjury',
  },
  {
    code: 'newWeakness',
    own: 'My face, arm, leg or speech has suddenly changed or become weak',
    others: 'Their face, arm, leg or speech has suddenly changed or become weak',
    flag: 'newWeakness',
  },
  {
    code: 'chestPain',
    own: 'I have chest pain, or I am short of breath',
    others: 'They have chest pain, or are short of breath',
    flag: 'chestPain',
  },
  {
    code: 'blackout',
    own: 'I fainted or blacked out',
    others: 'They fainted or blacked out',
    flag: 'blackout',
  },
  {
    code: 'cannotStand',
    own: 'I can no longer stand or put weight on a leg',
    others: 'They can no longer stand or put weight on a leg',
    flag: 'cannotStand',
  },
]

/** Answers about the last year that somebody must look at at once, too. */
const flaggedAnswers = ['blackout', 'longLie'] as const satisfies readonly RedFlagSign[]

export const tickedSigns = (typed: Readonly<Record<string, string>>): readonly Sign[] => {
  const ticked = (typed['signs'] ?? '').split(' ')
  return signs.filter(({ code }) => ticked.includes(code))
}

/** Signs that only the questions about falls brought up. */
export const signsOfFalls = (typed: Readonly<Record<string, string>>): readonly RedFlagSign[] => {
  const known = tickedSigns(typed).map(({ flag }) => flag)
  return flaggedAnswers.filter((name) => typed[name] === 'yes' && !known.includes(name))
}

/** Every sign of a referral, each once. */
export const redFlagsOf = (typed: Readonly<Record<string, string>>): RedFlagSign[] => [
  ...new Set([...tickedSigns(typed).map(({ flag }) => flag), ...signsOfFalls(typed)]),
]
