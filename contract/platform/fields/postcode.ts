/** What may stand around and between: spaces and dashes of every kind, full stops, commas, quotation marks and what cannot be seen. */
const between = /[\s\p{Pd}\p{Pi}\p{Pf}\p{Cf}.,;"'_]/gu

/** The first half as Royal Mail gives them out: no district begins with 0 unless it is 0. */
const district =
  /^(?:[A-Z][1-9]|[A-Z][1-9]\d|[A-Z][1-9][A-HJKPSTUW]|[A-Z]{2}\d|[A-Z]{2}[1-9]\d|[A-Z]{2}[1-9][ABEHMNPRVWXY])$/
/** Wider, for what is written without a mistake: codes that are no places, such as the ZZ99 of the NHS, and districts to come. */
const anyDistrict = /^[A-Z]{1,2}(?:\d|[1-9][A-Z\d])$/
const secondHalf = /^\d[A-Z]{2}$/
/** Girobank, and the overseas territories that have one code for all. */
const oddOnes = /^(?:GIR0AA|(?:ASCN|BBND|BIQQ|FIQQ|PCRN|SIQQ|STHL|TDCU|TKCA)1ZZ)$/
const forces = /^BFPO(?:C\/?O)?(\d{1,4})$/

/** The areas that there are, and ZZ of the codes that are no places: a sign is put right only where that leads to one of them. */
const areas = new Set(
  (
    'AB AL B BA BB BD BF BH BL BN BR BS BT BX CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX FK FY G GL GU GY ' +
    'HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN NP NR NW OL OX PA PE PH PL PO PR ' +
    'RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO ZE ZZ'
  ).split(' '),
)
const isPlace = (half: string): boolean => district.test(half) && areas.has(/^[A-Z]+/.exec(half)?.[0] ?? '')

/** A letter and a figure that are typed for each other. */
const lookalikes: Readonly<Record<string, string>> = { O: '0', 0: 'O', I: '1', 1: 'I' }

/** Everything that a first half may mean where letters and figures were taken for each other. */
const meant = (half: string): string[] =>
  [...half].reduce<string[]>(
    (found, sign) => {
      const other = lookalikes[sign]
      return found.flatMap((before) => [before + sign, ...(other === undefined ? [] : [before + other])])
    },
    [''],
  )

/**
 * A postcode as Royal Mail writes it: capitals, and one space before the last three. O and 0, and I and 1, are put right where only one
 * of them leads to a place. Null where it is no whole postcode of the United Kingdom, its territories or its forces, or may be two.
 */
export const readPostcode = (typed: string): string | null => {
  const compact = typed.normalize('NFKC').replaceAll(between, '').toUpperCase()
  const number = forces.exec(compact)?.[1]
  if (number !== undefined) return `BFPO ${number}`
  if (oddOnes.test(compact)) return halves(compact)
  if (compact.length < 5 || compact.length > 7) return null
  const [first, figure = '', letters] = [compact.slice(0, -3), compact.at(-3), compact.slice(-2)]
  // What stands here is a figure, and the two behind it are letters among which O and I are not.
  const second = `${/[OI]/.test(figure) ? lookalikes[figure] : figure}${letters}`
  if (!secondHalf.test(second)) return null
  if (district.test(first)) return `${first} ${second}`
  const [only, another] = meant(first).filter(isPlace)
  if (only !== undefined && another === undefined) return `${only} ${second}`
  return only === undefined && anyDistrict.test(first) ? `${first} ${second}` : null
}

const halves = (compact: string): string => `${compact.slice(0, -3)} ${compact.slice(-3)}`

/** As it is stored: in standard form, and what is none, such as one from abroad, as it was typed. */
export const standardPostcode = (typed: string): string => readPostcode(typed) ?? typed
