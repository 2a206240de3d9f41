import type { MeasureCode } from './measures.ts'

/** A code of a terminology. Only a code that was read in a published source is ever sent; all else is text. */
export interface Code {
  system: 'http://snomed.info/sct' | 'http://loinc.org'
  code: string
  display: string
  /** Where the code and what it means were read. */
  source: string
}

const snomed = (code: string, display: string, source: string): Code => ({
  system: 'http://snomed.info/sct',
  code,
  display,
  source,
})
const loinc = (code: string, display: string, source: string): Code => ({
  system: 'http://loinc.org',
  code,
  display,
  source,
})

const ukCore = 'UK Core 2.0.0, examples of vital signs'
const gpCodes = 'OpenSAFELY code lists of falls'
const primaryCare = 'NHS England primary care domain reference sets'
const loincSite = 'LOINC'

/** The verified codes by what they mean here. */
export const codes = {
  bmi: [
    snomed('60621009', 'Body mass index', ukCore),
    loinc('39156-5', 'Body mass index (BMI) [Ratio]', ukCore),
  ],
  bloodPressure: [
    snomed('75367002', 'Blood pressure', ukCore),
    loinc('85354-9', 'Blood pressure panel with all children optional', ukCore),
  ],
  systolic: [
    snomed('72313002', 'Systolic arterial pressure', ukCore),
    loinc('8480-6', 'Systolic blood pressure', ukCore),
  ],
  diastolic: [
    snomed('1091811000000102', 'Diastolic arterial pressure', ukCore),
    loinc('8462-4', 'Diastolic blood pressure', ukCore),
  ],
  fall: [snomed('1912002', 'Fall', gpCodes)],
  fallsLastYear: [loinc('75856-5', 'Falls in the past year', loincSite)],
  carePlanReport: [snomed('734163000', 'Care plan', 'UK Core 2.0.0, example of a document')],
} as const satisfies Record<string, readonly Code[]>

/** The verified codes of measures; a measure that is not here is sent in words. */
export const measureCodesOf: Readonly<Partial<Record<MeasureCode, readonly Code[]>>> = {
  timedUpAndGo: [
    snomed('444680009', 'Timed up and go mobility test score', primaryCare),
    loinc('89423-8', 'Timed up and go mobility test', loincSite),
  ],
  chairStand30: [loinc('66247-8', 'Sit to stand in 30 seconds', loincSite)],
  fallsLastYear: codes.fallsLastYear,
  clinicalFrailty: [
    snomed('763264000', 'Canadian Study of Health and Aging Clinical Frailty Scale score', primaryCare),
  ],
  weight: [snomed('27113001', 'Body weight', ukCore), loinc('29463-7', 'Body weight', ukCore)],
  height: [snomed('50373000', 'Body height', ukCore), loinc('8302-2', 'Body height', ukCore)],
  pulseLying: [snomed('444981005', 'Resting heart rate', ukCore), loinc('8867-4', 'Heart rate', ukCore)],
  systolicLying: [snomed('407556006', 'Lying systolic blood pressure', primaryCare)],
  diastolicLying: [snomed('407557002', 'Lying diastolic blood pressure', primaryCare)],
  systolicStanding1: [snomed('400974009', 'Standing systolic blood pressure', primaryCare)],
  systolicStanding3: [snomed('400974009', 'Standing systolic blood pressure', primaryCare)],
  diastolicStanding1: [snomed('400975005', 'Standing diastolic blood pressure', primaryCare)],
  diastolicStanding3: [snomed('400975005', 'Standing diastolic blood pressure', primaryCare)],
}

/** Who may refer, as SNOMED CT codes that were read in UK Core's value set for the source of a request. */
const sourcesOfRequest: ReadonlySet<string> = new Set([
  ...[
    '108161000000109',
    '276491000',
    '1991000124105',
    '185373006',
    '1065391000000104',
    '312357002',
    '185360007',
  ],
  ...[
    '185370009',
    '1077191000000103',
    '835221000000101',
    '1077201000000101',
    '1066021000000105',
    '185369008',
  ],
  ...['185368000', '185366001', '185365002'],
])
export const isSourceOfRequest = (code: string | null): boolean => code !== null && sourcesOfRequest.has(code)

/** Where people are discharged to (NHS Data Dictionary), as far as this service uses it. */
const destinations: ReadonlySet<string> = new Set([
  '19',
  '29',
  '51',
  '54',
  '65',
  '66',
  '79',
  '85',
  '87',
  '88',
])
export const isDestination = (code: string | null): boolean => code !== null && destinations.has(code)
