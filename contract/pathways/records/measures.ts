import { isVisible } from '../../platform/words/text.ts'

/*
 * The measures of a falls service. A value outside `range` is refused; a value outside `usual` must be confirmed once
 * (decision 56). The usual ranges are the product's own. An interpretation is shown only if we have read its source. It
 * describes the value: no measure predicts a fall (NICE NG249). Only scores are entered: the product does not contain
 * the text of licensed questionnaires.
 */

/** What a value up to and including `to` means, in words. */
export interface Band {
  to: number
  says: string
  source: string
}

export interface MeasureDeclaration {
  /** The name on screens and on paper. */
  title: string
  group: MeasureGroup
  /** Written after the number; empty for a plain score. */
  unit: string
  /** The most digits after the decimal point. */
  decimals: 0 | 1 | 2
  range: { from: number; to: number }
  usual?: { from: number; to: number }
  /** The better direction; null if there is none. */
  better: 'lower' | 'higher' | null
  /** What to do, or what the ends of the scale mean, in a few words. */
  hint?: string
  /** The person may be unable to do it; this counts as a result. */
  mayBeUnable?: true
  /** The walking aid used is recorded with the value. */
  takesAid?: true
  /** Measured at the start and at the end of a plan: commissioners ask for the first value against the last. */
  isDueAtStartAndEnd?: true
  /** From the lowest value up. A value above all bands has no interpretation. */
  bands?: readonly Band[]
  /** The smallest change that matters, if we have read a source for it. */
  matters?: { by: number; source: string }
}

export const measureGroups = [
  { code: 'walking', title: 'Walking, strength and balance' },
  { code: 'confidence', title: 'Falls, confidence and wellbeing' },
  { code: 'bloodPressure', title: 'Lying and standing blood pressure' },
  { code: 'other', title: 'Frailty, weight and other scales' },
] as const
export type MeasureGroup = (typeof measureGroups)[number]['code']

const steadi = 'CDC STEADI'
const worldGuidelines = 'World Falls Guidelines 2022'
const ng249 = 'NICE NG249'
const fesIBands = 'Delbaere 2010'

const seconds = { unit: 's', decimals: 1 } as const
const count = { unit: '', decimals: 0 } as const
const held = { ...seconds, group: 'walking', range: { from: 0, to: 10 }, better: 'higher' } as const
const pressure = { group: 'bloodPressure', unit: 'mmHg', decimals: 0, better: null } as const
const systolic = { ...pressure, range: { from: 40, to: 300 }, usual: { from: 80, to: 220 } } as const
const diastolic = { ...pressure, range: { from: 20, to: 200 }, usual: { from: 40, to: 120 } } as const
const pulse = {
  ...pressure,
  unit: 'beats a minute',
  range: { from: 20, to: 250 },
  usual: { from: 40, to: 130 },
} as const

/** Gives each measure its own code, which is stored. */
const declared = <Code extends string>(all: Record<Code, MeasureDeclaration>) => all

/** In the order of entry and display. */
const table = declared({
  timedUpAndGo: {
    title: 'Timed Up and Go (TUG)',
    group: 'walking',
    ...seconds,
    range: { from: 3, to: 180 },
    usual: { from: 5, to: 60 },
    better: 'lower',
    hint: 'Usual pace, 3 m and back',
    mayBeUnable: true,
    takesAid: true,
    isDueAtStartAndEnd: true,
    bands: [
      { to: 11.9, says: 'Not below normal: under 12 s', source: steadi },
      { to: 15, says: 'Below normal: 12 s or more', source: steadi },
      { to: 180, says: 'Slow: over 15 s', source: worldGuidelines },
    ],
  },
  chairStand30: {
    title: '30-second chair stand',
    group: 'walking',
    unit: 'stands',
    decimals: 0,
    range: { from: 0, to: 60 },
    usual: { from: 0, to: 25 },
    better: 'higher',
    hint: '0 if the arms were used',
    isDueAtStartAndEnd: true,
  },
  fiveTimesSitToStand: {
    title: 'Five times sit-to-stand',
    group: 'walking',
    ...seconds,
    range: { from: 3, to: 120 },
    usual: { from: 5, to: 60 },
    better: 'lower',
    mayBeUnable: true,
  },
  gaitSpeed: {
    title: 'Gait speed',
    group: 'walking',
    unit: 'm/s',
    decimals: 2,
    range: { from: 0.05, to: 3 },
    usual: { from: 0.2, to: 1.8 },
    better: 'higher',
    hint: 'Usual pace over 4 m',
    mayBeUnable: true,
    takesAid: true,
    bands: [{ to: 0.8, says: 'Slow: 0.8 m/s or less', source: worldGuidelines }],
    matters: { by: 0.05, source: 'Perera 2006' },
  },
  turn180: {
    title: '180° turn',
    group: 'walking',
    unit: 'steps',
    decimals: 0,
    range: { from: 1, to: 40 },
    usual: { from: 1, to: 20 },
    better: 'lower',
    mayBeUnable: true,
    takesAid: true,
  },
  functionalReach: {
    title: 'Functional reach',
    group: 'walking',
    unit: 'cm',
    decimals: 1,
    range: { from: 0, to: 60 },
    usual: { from: 3, to: 45 },
    better: 'higher',
    mayBeUnable: true,
  },
  balanceStage: {
    title: '4-stage balance: stages held for 10 s',
    group: 'walking',
    ...count,
    range: { from: 0, to: 4 },
    better: 'higher',
    hint: '0 to 4: feet together, semi-tandem, tandem, one leg',
    bands: [
      { to: 2, says: 'Cannot hold tandem for 10 s: increased concern', source: steadi },
      { to: 4, says: 'Holds tandem for 10 s', source: steadi },
    ],
  },
  feetTogether: { title: '4-stage balance: feet together', ...held },
  semiTandem: { title: '4-stage balance: semi-tandem', ...held },
  tandem: {
    title: '4-stage balance: tandem',
    ...held,
    bands: [
      { to: 9.9, says: 'Cannot hold tandem for 10 s: increased concern', source: steadi },
      { to: 10, says: 'Holds tandem for 10 s', source: steadi },
    ],
  },
  oneLeg: { title: '4-stage balance: one leg', ...held },
  bergBalance: {
    title: 'Berg Balance Scale',
    group: 'walking',
    ...count,
    range: { from: 0, to: 56 },
    better: 'higher',
    matters: { by: 6.5, source: 'Romero 2011' },
  },
  fallsLastYear: {
    title: 'Falls in the last 12 months',
    group: 'confidence',
    unit: 'falls',
    decimals: 0,
    range: { from: 0, to: 365 },
    usual: { from: 0, to: 30 },
    better: 'lower',
    bands: [
      { to: 1, says: 'Not recurrent: under 2 falls', source: ng249 },
      { to: 365, says: 'Recurrent: 2 falls or more', source: ng249 },
    ],
  },
  fesI: {
    title: 'FES-I (16 items)',
    group: 'confidence',
    ...count,
    range: { from: 16, to: 64 },
    better: 'lower',
    hint: 'Up to 4 items missing: their mean × 16, rounded up; more: leave it empty',
    isDueAtStartAndEnd: true,
    bands: [
      { to: 19, says: 'Low concern about falling', source: fesIBands },
      { to: 27, says: 'Moderate concern about falling', source: fesIBands },
      { to: 64, says: 'High concern about falling', source: fesIBands },
    ],
  },
  shortFesI: {
    title: 'Short FES-I (7 items)',
    group: 'confidence',
    ...count,
    range: { from: 7, to: 28 },
    better: 'lower',
  },
  confBal: {
    title: 'CONFbal (10 items)',
    group: 'confidence',
    ...count,
    range: { from: 10, to: 30 },
    better: 'lower',
    hint: 'A lower score is more confident',
  },
  eqVas: {
    title: 'EQ VAS',
    group: 'confidence',
    ...count,
    range: { from: 0, to: 100 },
    better: 'higher',
    hint: 'Health today: 0 is the worst, 100 the best',
  },
  eq5dProfile: {
    title: 'EQ-5D-5L profile',
    group: 'confidence',
    ...count,
    range: { from: 11111, to: 55555 },
    better: 'lower',
    hint: 'Five digits, each 1 to 5: mobility, self-care, activities, pain, anxiety',
  },
  swemwbsRaw: {
    title: 'SWEMWBS, raw',
    group: 'confidence',
    ...count,
    range: { from: 7, to: 35 },
    better: 'higher',
  },
  swemwbs: {
    title: 'SWEMWBS, transformed',
    group: 'confidence',
    unit: '',
    decimals: 2,
    range: { from: 7, to: 35 },
    better: 'higher',
  },
  wemwbs: {
    title: 'WEMWBS (14 items)',
    group: 'confidence',
    ...count,
    range: { from: 14, to: 70 },
    better: 'higher',
  },
  systolicLying: { title: 'Systolic, lying', hint: 'After 5 minutes of lying', ...systolic },
  diastolicLying: { title: 'Diastolic, lying', ...diastolic },
  pulseLying: { title: 'Heart rate, lying', ...pulse },
  systolicStanding1: { title: 'Systolic, standing 1 minute', mayBeUnable: true, ...systolic },
  diastolicStanding1: { title: 'Diastolic, standing 1 minute', mayBeUnable: true, ...diastolic },
  pulseStanding1: { title: 'Heart rate, standing 1 minute', mayBeUnable: true, ...pulse },
  systolicStanding3: { title: 'Systolic, standing 3 minutes', mayBeUnable: true, ...systolic },
  diastolicStanding3: { title: 'Diastolic, standing 3 minutes', mayBeUnable: true, ...diastolic },
  pulseStanding3: { title: 'Heart rate, standing 3 minutes', mayBeUnable: true, ...pulse },
  clinicalFrailty: {
    title: 'Clinical Frailty Scale',
    group: 'other',
    ...count,
    range: { from: 1, to: 9 },
    better: 'lower',
  },
  weight: {
    title: 'Weight',
    group: 'other',
    unit: 'kg',
    decimals: 1,
    range: { from: 20, to: 350 },
    usual: { from: 35, to: 150 },
    better: null,
  },
  height: {
    title: 'Height',
    group: 'other',
    unit: 'cm',
    decimals: 1,
    range: { from: 100, to: 230 },
    usual: { from: 135, to: 200 },
    better: null,
  },
  fourAt: { title: '4AT', group: 'other', ...count, range: { from: 0, to: 12 }, better: 'lower' },
  amts: { title: 'AMTS', group: 'other', ...count, range: { from: 0, to: 10 }, better: 'higher' },
  moca: { title: 'MoCA', group: 'other', ...count, range: { from: 0, to: 30 }, better: 'higher' },
  must: { title: 'MUST', group: 'other', ...count, range: { from: 0, to: 6 }, better: 'lower' },
})

export type MeasureCode = keyof typeof table
export interface Measure extends MeasureDeclaration {
  code: MeasureCode
}

const listed = Object.entries(table) as [MeasureCode, MeasureDeclaration][]
export const measures: readonly Measure[] = listed.map(([code, each]) => ({ code, ...each }))
export const measureCodes = measures.map(({ code }) => code)

export const measureOf = (code: MeasureCode): Measure => ({ code, ...table[code] })

/** '14.2 s' */
export const valueInWords = ({ unit }: Pick<MeasureDeclaration, 'unit'>, value: number): string =>
  unit === '' ? String(value) : `${value} ${value === 1 ? unit.replace(/^(stand|step|fall)s$/, '$1') : unit}`

const decimalWords = ['whole numbers', 'one decimal at most', 'two decimals at most'] as const

/** The error message for a value that is not possible. */
export const rangeMessage = ({ title, unit, range, decimals, mayBeUnable }: Measure): string =>
  `${title}: enter ${range.from} to ${range.to}${unit === '' ? '' : ` ${unit}`}, ${decimalWords[decimals]}${
    mayBeUnable === true ? ', or “unable”' : ''
  }`

const hasDecimals = (value: number, most: number): boolean =>
  Math.abs(value - Number(value.toFixed(most))) < 1e-9

/** The typed number; null if nothing visible was typed, undefined if the text is not a number. */
export const numberTyped = (typed: string | number): number | null | undefined => {
  const text = String(typed)
  if (!isVisible(text)) return null
  return /^ *[0-9]{1,5}(\.[0-9]{1,2})? *$/.test(text) ? Number(text) : undefined
}

/** Whether the measure can have this value. */
export const isPossible = ({ code, range, decimals }: Measure, value: number): boolean =>
  value >= range.from &&
  value <= range.to &&
  hasDecimals(value, decimals) &&
  (code !== 'eq5dProfile' || /^[1-5]{5}$/.test(String(value)))

/** The question for a possible but unusual value; null if the value is usual. */
export const unusualValue = (measure: Measure, value: number): string | null => {
  const { title, usual } = measure
  return usual === undefined || (value >= usual.from && value <= usual.to)
    ? null
    : `${title} of ${valueInWords(measure, value)} is unusual.`
}

/** The walking aid used for the measure. */
export const walkingAids = [
  { code: 'none', title: 'No aid' },
  { code: 'stick', title: 'One stick' },
  { code: 'twoSticks', title: 'Two sticks or crutches' },
  { code: 'frame', title: 'Walking frame' },
  { code: 'rollator', title: 'Frame with wheels' },
  { code: 'person', title: 'Somebody’s arm' },
  { code: 'other', title: 'Another aid' },
] as const
export type WalkingAid = (typeof walkingAids)[number]['code']
export const aidCodes = walkingAids.map(({ code }) => code)
export const aidTitle = (aid: WalkingAid): string =>
  walkingAids.find(({ code }) => code === aid)?.title ?? aid
