import type { ChoiceName } from '../../reference/lookups.ts'
import { savePathway } from '../../pathways/referral/pathway.ts'
import { contactNote, contactNoteRecord } from '../../pathways/records/contactNote.ts'
import { equipmentAssessment, equipmentAssessmentRecord } from '../../pathways/records/equipmentAssessment.ts'
import { fall, fallRecord } from '../../pathways/records/fall.ts'
import { frat, fratRecord } from '../../pathways/records/frat.ts'
import { measureRecord } from '../../pathways/records/measure.ts'
import { saveMeasureSitting } from '../../pathways/records/measureSitting.ts'
import { medicinesReview, medicinesReviewRecord } from '../../pathways/records/medicinesReview.ts'
import { wellbeing, wellbeingRecord } from '../../pathways/records/wellbeing.ts'
import { labels } from '../../platform/words/labels.ts'

/** The forms that a visit without a signal has: what each saves with, and the names of its fields. */
export const carriedForms = {
  contactNote: {
    title: contactNoteRecord.title,
    save: contactNote.save,
    labels: contactNoteRecord.labels,
  },
  fall: { title: fallRecord.title, save: fall.save, labels: fallRecord.labels },
  measure: { title: 'Measures', save: saveMeasureSitting, labels: measureRecord.labels },
  frat: { title: fratRecord.title, save: frat.save, labels: fratRecord.labels },
  wellbeing: { title: wellbeingRecord.title, save: wellbeing.save, labels: wellbeingRecord.labels },
  equipmentAssessment: {
    title: equipmentAssessmentRecord.title,
    save: equipmentAssessment.save,
    labels: equipmentAssessmentRecord.labels,
  },
  medicinesReview: {
    title: medicinesReviewRecord.title,
    save: medicinesReview.save,
    labels: medicinesReviewRecord.labels,
  },
  consent: {
    title: 'Consent',
    save: savePathway,
    labels: { consentGiven: labels.pathway.consentGiven, consentDate: labels.pathway.consentDate },
  },
} as const
export type CarriedForm = keyof typeof carriedForms
export const carriedNames = Object.keys(carriedForms) as CarriedForm[]

/** Of these, the forms that also change a record which was taken along; consent changes the referral itself. */
export const changeableForms = [
  'frat',
  'wellbeing',
  'equipmentAssessment',
  'medicinesReview',
] as const satisfies readonly CarriedForm[]

/** The lists whose rows these forms offer. They name no patient. */
export const carriedLists = [
  'clinician',
  'teamMember',
  'location',
  'concern',
  'equipment',
  'dischargedTo',
  'gender',
] as const satisfies readonly ChoiceName[]

/** Of a reference in a form, the list that it is a row of. */
export const listOfField: Readonly<Record<string, (typeof carriedLists)[number]>> = {
  clinicianId: 'clinician',
  teamMemberId: 'teamMember',
  locationId: 'location',
  equipmentId: 'equipment',
  dischargedTo: 'dischargedTo',
  concerns: 'concern',
}

/** The form that a call saves; null for any other call. */
export const carriedFormOf = (path: string): CarriedForm | null =>
  carriedNames.find((name) => carriedForms[name].save.path === path) ?? null
