import type { RedFlagSign } from '../../../../../contract/reference/redFlagSigns.ts'
import { codingsOf, partOf, partsOf, textOf, wordsOf } from '../../parts.ts'
import type { Message } from '../message/message.ts'
import { findingsOf, triageOf } from './findings.ts'
import { flagsOf } from './person.ts'

/*
 * Signs that somebody must act on at once. Codes decide where they are known; otherwise words do, and a doubtful word
 * shows a sign too many rather than one too few. Staff see the words themselves beside it.
 */

/** Syncope (disorder), SNOMED CT, as in the examples of the standard. */
const syncope = '271594007'
/** No safeguarding issues identified. */
const nothingToSafeguard = '861931000000100'

const words: readonly (readonly [RedFlagSign, RegExp])[] = [
  [
    'blackout',
    /syncop|black(ed)?[ -]?out|loss of consciousness|lost consciousness|passed out|faint|collaps/i,
  ],
  [
    'longLie',
    /long lie|\bon (the )?(floor|ground)\b.{0,40}\b(over|more than|for)\b.{0,12}\b(an|one|two|three|four|five|six|seven|eight|\d+)\b ?\+? ?(hour|hr)|\b(over|more than) (an|one|\d+) ?(hour|hr)s? on (the )?(floor|ground)/i,
  ],
  ['newWeakness', /new weakness|facial weakness|slurred|new (speech|gait)|one[- ]sided weakness/i],
  [
    'cannotStand',
    /(unable|not able|cannot|can't|inability) to (stand|(weight[ -]?)?bear)|cannot (stand|weight)/i,
  ],
  ['chestPain', /chest pain|breathless|shortness of breath/i],
]
const headInjury = /head injur|injury (of|to) (the )?head/i
const anticoagulant = /anti-?coagul|warfarin|apixaban|rivaroxaban|edoxaban|dabigatran|blood thinner/i
/** Before the sign in its own clause: "no chest pain", but not "not injured, chest pain". */
const deniedBefore = /\b(no|not|never|nil|without|denies|denied|none|negative)\b/i
/** Right after it: "Chest pain: no". */
const deniedAfter = /^\s?[:=?]?\s?(no|none|nil|never|negative|absent|denied)\b/i
const clauseEnd = /[,;.]|\bbut\b/i
/** In which a "not" is part of the sign itself. */
const ofNegatives: readonly RedFlagSign[] = ['cannotStand']

export const redFlagsOf = (message: Message): RedFlagSign[] => {
  const { bundle } = message
  const { coded, written } = triageOf(message)
  const findings = [...findingsOf(message), ...coded]
  const sentences = [...findings.map((finding) => finding.words), ...written, ...notesOf(message)].flatMap(
    (text) => text.split(/[.;\n\r]|\/n|\s{3,}/),
  )
  const found = new Set<RedFlagSign>()
  if (findings.some(({ codes }) => codes.includes(syncope))) found.add('blackout')
  for (const sentence of sentences)
    for (const [sign, pattern] of words)
      if (ofNegatives.includes(sign) ? pattern.test(sentence) : says(sentence, pattern)) found.add(sign)
  const medicines = bundle.of('MedicationStatement').map(medicineIn)
  if (
    sentences.some((sentence) => says(sentence, headInjury)) &&
    [...medicines, ...sentences].some((text) => says(text, anticoagulant))
  )
    found.add('headInjury')
  if (safeguardingOf(message).length > 0) found.add('abuse')
  if (unsafeSceneOf(message).length > 0) found.add('other')
  return [...found]
}

/** Whether a sentence says that something is there. Where one mention is denied, another may not be. */
const says = (sentence: string, pattern: RegExp): boolean =>
  [...sentence.matchAll(new RegExp(pattern.source, 'gi'))].some((match) => {
    const before = sentence.slice(0, match.index).split(clauseEnd).at(-1) ?? ''
    const after = sentence.slice(match.index + match[0].length)
    return !deniedBefore.test(before) && !deniedAfter.test(after)
  })

/** What was written beside the request. */
const notesOf = ({ request }: Message): string[] => [
  ...partsOf(request['note']).flatMap(({ text }) => textOf(text) ?? []),
  ...(textOf(request['patientInstruction']) === null ? [] : [textOf(request['patientInstruction']) ?? '']),
]

const medicineIn = (statement: Readonly<Record<string, unknown>>): string =>
  wordsOf(statement['medicationCodeableConcept']) ??
  String(partOf(statement['medicationReference'])['display'] ?? '')

/** Concerns about safeguarding, in words. */
export const safeguardingOf = ({ bundle }: Message): string[] =>
  flagsOf(
    bundle
      .of('Flag')
      .filter((flag) => !codingsOf(flag['code']).some(({ code }) => code === nothingToSafeguard)),
    'SG',
  )

/** What is unsafe where the person is. Only the code for a safe scene says that nothing is. */
export const unsafeSceneOf = ({ bundle }: Message): string[] =>
  flagsOf(
    bundle
      .of('Flag')
      .filter((flag) => !codingsOf(flag['code']).some(({ code }) => code === 'S' || code === 'UNK')),
    'SS',
  )
