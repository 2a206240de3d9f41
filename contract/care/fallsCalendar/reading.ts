/*
 * What a reply to “How many falls?” says (decision 164). Only what the tables here name is read by itself; whatever else
 * somebody writes goes to a person, so that no fall is read away.
 */

export interface Reading {
  /** The number that it surely says; null if a person has to read it. */
  falls: number | null
  /** The person wants no more messages. */
  isStop: boolean
  /** Somebody has to read it. */
  isToRead: boolean
  /** It may tell of an injury or of somebody in need, so it is read on the same day. */
  isUrgent: boolean
  /** The one number among its words, offered to who reads it; null if there is none, or more than one. */
  mayMean: number | null
}

/** More is a slip of the finger (11 for 1) or a bad month: a person looks at it. */
export const mostSureFalls = 9

/** The numbers of the person's page end here, before `more`, which somebody asks about. */
export const mostChosenFalls = 4

const numberWords: readonly (readonly string[])[] = [
  ['0', 'o', 'zero', 'nil', 'none', 'no', 'nought', 'naught', 'nothing'],
  ['1', 'one', 'once'],
  ['2', 'two', 'twice'],
  ['3', 'three'],
  ['4', 'four'],
  ['5', 'five'],
  ['6', 'six'],
  ['7', 'seven'],
  ['8', 'eight'],
  ['9', 'nine'],
]
const numbers = new Map(numberWords.flatMap((words, value) => words.map((word) => [word, value] as const)))
/** Of whole messages only, since alone they are no number. */
const noneAtAll = new Set([
  ...['no fall', 'no falls', 'none at all', 'not any', 'not fallen', 'no i have not', 'never', 'not once'],
  ...[
    'i have not fallen',
    'i havent fallen',
    'havent fallen',
    'have not fallen',
    'i did not fall',
    'i didnt fall',
  ],
  ...['didnt fall', 'did not fall', 'no falls this month', 'none this month', 'no falls at all'],
])

const stopWords = new Set([
  ...['stop', 'stopall', 'unsubscribe', 'optout', 'end', 'quit', 'cancel'],
  ...[
    'stop all',
    'opt out',
    'please stop',
    'stop please',
    'stop texts',
    'stop texting',
    'stop texting me',
    'stop messages',
  ],
  ...[
    'stop now',
    'no more',
    'no more texts',
    'no more messages',
    'unsubscribe me',
    'remove me',
    'stop thank you',
    'stop thanks',
  ],
])
/** As the first word they stop the calendar, whatever follows; a person reads what follows. */
const stopsAtOnce = /^(?:stop|stopall|unsubscribe|optout)$/
/** Alone they may mean an appointment, or that there were no more falls, so somebody asks. */
const mayMeanAnother = new Set(['cancel', 'no more'])

const injuryWords =
  /\b(?:hurts?|hurting|injur\w*|brok\w*|break|fractur\w*|bleed\w*|bled|blood|bruis\w*|cuts?|gash\w*|stitch\w*|hospital|hosp|ambulance|paramedic\w*|a ?(?:&|and) ?e|casualty|999|111|x ?rays?|head|face|wrists?|hips?|arms?|legs?|knees?|ankles?|shoulders?|backs?|ribs?|pain\w*|ache\w*|aching|sore|swollen|swell\w*|dizz\w*|faint\w*|black\w* ?out|passed out|unconscious|concuss\w*|knocked|help|emergency|doctor|gp|cant get up|couldnt get up|could not get up|can not get up|cannot get up|on the floor|lying|died?|dead|death|passed away)\b/

/** Small letters, without the marks that people end a message with. A kiss at its end says nothing. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[’‘'`]/g, '')
    .replaceAll(/[-.,!;:()"“”\s]+/g, ' ')
    .trim()
    .replace(/(?<=\S) x+$|(?<=^\d)x+$/, '')

const sureNumber = (words: string): number | null => {
  if (noneAtAll.has(words)) return 0
  const said =
    /^(?:(?:i )?(?:had|have had|ive had|fell|have fallen|ive fallen) )?(?<number>[\da-z]+)(?: falls?| times?)?(?: this month| last month)?$/.exec(
      words,
    )?.groups?.['number']
  // “I fell no times” is no sentence, and “fell 0” is none that anybody should guess at.
  const value = said === undefined ? undefined : numbers.get(said)
  return value ?? null
}

/** A fraction, a range, a sign or a question: no number that is sure. */
const doubts = /[-+/?\\~<>=%£$#*]|\d[.,]\d/

/** What a message says by itself. Any text may come, also an empty one. */
export const readReply = (text: string): Reading => {
  const words = plain(text)
  const [first = ''] = words.split(' ')
  const isUrgent = injuryWords.test(words)
  const isStop = stopWords.has(words) || stopsAtOnce.test(first)
  const falls = isStop || isUrgent || doubts.test(text) ? null : sureNumber(words)
  const saysMore = isStop && (!stopWords.has(words) || mayMeanAnother.has(words))
  const found = new Set(words.split(' ').flatMap((word) => numbers.get(word) ?? []))
  return {
    ...{ falls, isStop, isUrgent },
    isToRead: isStop ? saysMore : falls === null,
    mayMean: falls ?? (found.size === 1 ? ([...found][0] ?? null) : null),
  }
}

/** What was sent from the person's page: a number that was chosen, a tick, and words of their own. */
export interface PageAnswer {
  /** `more` is more than the page has numbers for; null if none was chosen. */
  falls: number | 'more' | null
  wasHurt: boolean
  words: string
}

/**
 * What an answer of the page says by itself: as a text would, the number alone if nothing stands beside it that somebody
 * has to read. Words in another language may tell of an injury, which nothing here would find.
 */
export const readPageAnswer = ({ falls, wasHurt, words }: PageAnswer, isEnglish: boolean): Reading => {
  const chosen = typeof falls === 'number' ? falls : null
  const written = words.trim() === '' ? null : readReply(words)
  const isPlain = !wasHurt && (written === null || written.falls !== null)
  const said = new Set([chosen, written?.falls ?? null].filter((number) => number !== null))
  const sure = isPlain && falls !== 'more' && said.size === 1 ? readNumber([...said][0] ?? 0).falls : null
  const isStop = written?.isStop ?? false
  return {
    falls: sure,
    isStop,
    isUrgent:
      wasHurt || (written?.isUrgent ?? false) || (!isEnglish && written !== null && written.falls === null),
    isToRead: isStop ? written?.isToRead === true || wasHurt || falls !== null : sure === null,
    mayMean: chosen ?? written?.mayMean ?? null,
  }
}

/** An answer of the page as staff read it. */
export const pageAnswerInWords = ({ falls, wasHurt, words }: PageAnswer): string => {
  const chosen = [
    ...(falls === null ? [] : [falls === 'more' ? `${mostChosenFalls + 1} or more` : String(falls)]),
    ...(wasHurt ? ['was hurt'] : []),
  ].join(', ')
  return [chosen, words.trim()].filter(Boolean).join(': ')
}

/** A number that was given as one, on the person's page or by telephone. */
export const readNumber = (falls: number): Reading => ({
  falls: falls <= mostSureFalls ? falls : null,
  isStop: false,
  isToRead: falls > mostSureFalls,
  isUrgent: false,
  mayMean: falls,
})
