/**
 * Characters ignored around and inside a postcode: spaces and dashes of every kind, full stops, commas, quotation marks
 * and invisible characters.
 */
const between = /[\s\p{Pd}\p{Pi}\p{Pf}\p{Cf}.,;"'_]/gu

/** The first half as Royal Mail assigns it. The district number has no leading 0; it may be 0 itself. */
const district =
  /^(?:[A-Z][1-9]|[A-Z][1-9]\d|[A-Z][1-9][A-HJKPSTUW]|[A-Z]{2}\d|[A-Z]{2}[1-9]\d|[A-Z]{2}[1-9][ABEHMNPRVWXY])$/
/**
 * A wider pattern for postcodes written without a mistake: codes that are not places, such as the NHS code ZZ99, and
 * future districts.
 */
const anyDistrict = /^[A-Z]{1,2}(?:\d|[1-9][A-Z\d])$/
const secondHalf = /^\d[A-Z]{2}$/
/** Girobank, and the overseas territories that have a single postcode. */
const oddOnes = /^(?:GIR0AA|(?:ASCN|BBND|BIQQ|FIQQ|PCRN|SIQQ|STHL|TDCU|TKCA)1ZZ)$/
const forces = /^BFPO(?:C\/?O)?(\d{1,4})$/

/**
 * The existing postcode areas, and ZZ for codes that are not places. A character is corrected only if the result is in
 * one of these.
 */
const areas = new Set(
  (
    'AB AL B BA BB BD BF BH BL BN BR BS BT BX CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX FK FY G GL GU GY ' +
    'HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN NP NR NW OL OX PA PE PH PL PO PR ' +
    'RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO ZE ZZ'
  ).split(' '),
)
const isPlace = (half: string): boolean => district.test(half) && areas.has(/^[A-Z]+/.exec(half)?.[0] ?? '')

/** A letter and a digit that people type for each other. */
const lookalikes: Readonly<Record<string, string>> = { O: '0', 0: 'O', I: '1', 1: 'I' }

/** Every reading of a first half in which letters and digits may have been confused. */
const meant = (half: string): string[] =>
  [...half].reduce<string[]>(
    (found, sign) => {
      const other = lookalikes[sign]
      return found.flatMap((before) => [before + sign, ...(other === undefined ? [] : [before + other])])
    },
    [''],
  )

/**
 * A postcode as Royal Mail writes it: capitals, with one space before the last three characters. O and 0, and I and 1,
 * are corrected if only one reading is a place. Null if it is not a whole postcode of the United Kingdom, its
 * territories or its forces, or has two readings.
 */
export const readPostcode = (typed: string): string | null => {
  const compact = typed.normalize('NFKC').replaceAll(between, '').toUpperCase()
  const number = forces.exec(compact)?.[1]
  if (number !== undefined) return `BFPO ${number}`
  if (oddOnes.test(compact)) return halves(compact)
  if (compact.length < 5 || compact.length > 7) return null
  const [first, figure = '', letters] = [compact.slice(0, -3), compact.at(-3), compact.slice(-2)]
  // This character must be a digit. The two letters after it are never O or I.
  const second = `${/[OI]/.test(figure) ? lookalikes[figure] : figure}${letters}`
  if (!secondHalf.test(second)) return null
  if (district.test(first)) return `${first} ${second}`
  const [only, another] = meant(first).filter(isPlace)
  if (only !== undefined && another === undefined) return `${only} ${second}`
  return only === undefined && anyDistrict.test(first) ? `${first} ${second}` : null
}

const halves = (compact: string): string => `${compact.slice(0, -3)} ${compact.slice(-3)}`

/** The stored form: standard form for a postcode, and any other text, such as a foreign postcode, as typed. */
export const standardPostcode = (typed: string): string => readPostcode(typed) ?? typed
