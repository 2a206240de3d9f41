/*
 * Reads a telephone number as people type it or copy it from e-mails, web pages and spreadsheets. The text may also
 * give an extension, the person the number belongs to, or when to ring. These are kept as a separate note, so that the
 * number can be dialled, texted and found.
 */

export interface Telephone {
  number: string
  /** Extension, the person the number belongs to, or when to ring: “ext 204”, “daughter”, “ext 204, ward 7”. */
  note: string | null
}

/** Invisible characters, such as those that telephones put around a copied number, and symbols such as ☎. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{So}]/gu
const dashes = /[\p{Pd}\u2212]/gu
/**
 * A label directly before the number that only says it is a telephone number. “No messages: 01632 960001” says more, so
 * it is kept.
 */
const label =
  /^(?:tel(?:ephone)?|phone|mob(?:ile)?|number|no|t|m|p)\b[.:]*\s*(?=[+(\d])|^(?:tel|sms|callto):\/*/i
/**
 * The digits of a number with the characters that people put between them. It ends before an extension and before a
 * word that contains a letter, such as “6pm”.
 */
const run =
  /(?<![\d(+])\+?(?:\(\d{1,6}\)|\d)(?:[ .-]*(?:\(\d{1,6}\)|\d))*(?=x\d|ext|(?: - ?| +\(?)\d{1,2}\p{L}|(?![\p{L}\d]|[ .()-]*\d))/giu
const extension = /^[\s,;-]*(?:\(\s*)?(?:ext(?:ension|n)?|x|#|\/)[\s.:=]*(\d{1,6})\b\)?/i
/** A number and its note as shown and typed again: “07700 900108 (daughter)”. */
const inOneBox = /^([0-9+() -]{5,25}?) ?\((.+)\)$/
/** An area code, a slash and the rest of the number. */
const slash = /^(\(?0\d{2,4}\)?) ?\/ ?(\d[\d ]{4,})$/
const longestNumber = 25
export const longestNote = 60
export const longestTypedTelephone = 120

const plain = /^[0-9+() -]{5,25}$/

const countDigits = (text: string): number => text.replaceAll(/\D/g, '').length
const isBalanced = (text: string): boolean =>
  [...text].reduce(
    (open, sign) => (open < 0 ? open : open + Number(sign === '(') - Number(sign === ')')),
    0,
  ) === 0

/**
 * Whether the text can be shown beside a number and separated from it again: it contains a letter and no second number.
 */
export const isTelephoneNote = (note: string): boolean =>
  note.length <= longestNote &&
  /\p{L}/u.test(note) &&
  isBalanced(note) &&
  (note.match(/\d[\d ().-]*/g) ?? []).every((figures) => countDigits(figures) < 5 || note.startsWith('ext '))

/** Returns null if the text is not a number, or contains more than one. */
export const readTelephone = (typed: string): Telephone | null => {
  const text = typed
    .normalize('NFKC')
    .replaceAll(unseen, '')
    .replaceAll(dashes, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (plain.test(text)) return countDigits(text) === 0 ? null : { number: text, note: null }
  const [, first = '', beside = ''] = inOneBox.exec(text) ?? []
  if (
    countDigits(first) >= 5 &&
    isBalanced(first) &&
    isTelephoneNote(beside) &&
    extension.exec(beside)?.[0] !== beside
  )
    return { number: first.trim(), note: beside.trim() }
  const bare = text.replace(label, '').replace(slash, '$1 $2')
  const found = [...bare.matchAll(run)].filter(([digits]) => countDigits(digits) >= 5)
  const [only, another] = found
  if (only === undefined || another !== undefined) return null
  const number = only[0].replaceAll('.', ' ').replaceAll(/ +/g, ' ').trim()
  const before = bare.slice(0, only.index)
  const behind = bare.slice(only.index + only[0].length)
  const inside = extension.exec(behind)
  const words = [before, inside === null ? behind : behind.slice(inside[0].length)]
    .map(inWords)
    .filter((word) => word !== '')
  const note = [...(inside === null ? [] : [`ext ${inside[1]}`]), ...words].join(', ')
  if (!plain.test(number) || number.length > longestNumber) return null
  if (note !== '' && !isTelephoneNote(note)) return null
  // Anything that is not a word is part of an unreadable number, such as 01632 96O 001.
  if (words.some((word) => !/^[\p{L}\d][\p{L}\p{M}\d '’.,:&-]*$/u.test(word) || countDigits(word) > 2))
    return null
  return { number, note: note === '' ? null : note }
}

/** Removes the brackets, dashes, commas and quotation marks around the note. */
const inWords = (text: string): string =>
  text.replace(/^[\s(),;:/"“”-]+/, '').replace(/(?<![\s(),;:/"“”-])[\s(),;:/"“”-]+$/, '')

/** The form that is shown and typed: “01632 960 105 ext 204”, “07700 900108 (daughter)”. */
export const telephoneInWords = ({ number, note }: Telephone): string => {
  if (note === null) return number
  return /^ext \d{1,6}$/.test(note) ? `${number} ${note}` : `${number} (${note})`
}

/** The standard form of a number that can be read. Any other text is returned as typed. */
export const standardTelephone = (typed: string): string => {
  const read = readTelephone(typed)
  return read === null ? typed : telephoneInWords(read)
}

/** A stored number and note as the text of an input box; '' for none. */
export const typedTelephone = (number: string | null | undefined, note: string | null | undefined): string =>
  number == null ? '' : telephoneInWords({ number, note: note ?? null })

/** The longest telephone numbers have 15 digits (E.164). Anything longer is two numbers. */
const mostDigits = 15

/**
 * The `tel:` address for a link, or null if it is not a single number. A 0 in brackets is dialled only within the
 * country, so it is dropped after a country code.
 */
export const telephoneLink = (number: string): string | null => {
  const dialled = number.replace(/^(\+|00)(\d+) ?\(0\)/, '$1$2').replaceAll(/[^0-9+]/g, '')
  if (countDigits(dialled) > mostDigits) return null
  return `tel:${dialled.replace(/^44(?=\d{10}$)/, '+44')}`
}

type NotesOf<Field extends string> = { [Name in Field as `${Name}Note`]: string | null }

/** Splits each typed number of a form into the number and its note. The note is null if none is typed. */
export const withTelephoneNotes = <
  Field extends string,
  Typed extends Partial<Record<Field, string | null | undefined>>,
>(
  typed: Typed,
  fields: readonly Field[],
): Typed & NotesOf<Field> =>
  Object.assign(
    { ...typed },
    ...fields.map((field) => {
      const read = readTelephone(typed[field] ?? '')
      return { [field]: read?.number ?? typed[field], [`${field}Note`]: read?.note ?? null }
    }),
  ) as Typed & NotesOf<Field>
