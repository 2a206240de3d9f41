import type { z } from 'zod'
import {
  changePassword,
  changePasswordForm,
  forgotForm,
  forgotPasswordEmail,
} from '../../contract/accounts/account.ts'
import { resetForm, resetPassword, resetPasswordSms, resetSmsForm } from '../../contract/accounts/account.ts'
import type { Endpoint } from '../../contract/platform/calls/endpoint.ts'
import { lookupCalls, lookupForm } from '../../contract/reference/lookupCalls.ts'
import { lookupNames } from '../../contract/reference/lookups.ts'
import { organisationForm, saveOrganisation } from '../../contract/reference/organisation.ts'
import {
  cancelForm,
  cancelReferral,
  commentsForm,
  consentForm as pathwayConsentForm,
  createReferral,
  dischargeForm,
  generalForm,
  referralCreateForm,
  referralForm,
  savePathway,
  vasForm,
} from '../../contract/pathways/referral/pathway.ts'
import {
  addressForm,
  consentForm,
  contactForm,
  deceasedForm,
  demographicsForm,
  gpForm,
  nextOfKinForm,
  saveNextOfKin,
  savePatient,
} from '../../contract/patients/patient.ts'
import { classForm, saveClass } from '../../contract/care/classes/class.ts'
import { homeExerciseForm, saveHomeExercise } from '../../contract/care/classes/homeExercise.ts'
import { firstContactForm, saveFirstContact } from '../../contract/insight/firstContact.ts'
import { letterheadForm, saveLetterhead } from '../../contract/care/letters/letterhead.ts'
import { letterTemplateForm, saveLetterTemplate } from '../../contract/care/letters/template.ts'
import { measureSittingForm, saveMeasureSitting } from '../../contract/pathways/records/measureSitting.ts'
import { savedReportForm, saveSavedReport } from '../../contract/insight/savedReport.ts'
import { saveStageTargets, stageTargetsForm } from '../../contract/pathways/worklists/stageTargets.ts'
import { saveSubjectRequest, subjectRequestForm } from '../../contract/governance/subjectRequest.ts'
import { appointmentForm } from '../../contract/pathways/records/appointment.ts'
import { bmiForm } from '../../contract/patients/bmi.ts'
import { contactNoteForm } from '../../contract/pathways/records/contactNote.ts'
import { equipmentAssessmentForm } from '../../contract/pathways/records/equipmentAssessment.ts'
import { exerciseForm } from '../../contract/pathways/records/exercise.ts'
import { exerciseAttendanceForm } from '../../contract/pathways/records/exerciseAttendance.ts'
import { fallsChecklistForm } from '../../contract/pathways/records/fallsChecklist.ts'
import { followupForm } from '../../contract/pathways/records/followup.ts'
import { fratForm } from '../../contract/pathways/records/frat.ts'
import { recordKinds } from '../../contract/pathways/records/kinds.ts'
import { measureForm } from '../../contract/pathways/records/measure.ts'
import { medicinesReviewForm } from '../../contract/pathways/records/medicinesReview.ts'
import { noPlanDecisionForm } from '../../contract/pathways/records/noPlanDecision.ts'
import { onwardReferralForm } from '../../contract/pathways/records/onwardReferral.ts'
import { treatmentPlanForm } from '../../contract/pathways/records/treatmentPlan.ts'
import { wellbeingForm } from '../../contract/pathways/records/wellbeing.ts'
import { reportForm } from '../../contract/insight/report.ts'
import { startReportRun } from '../../contract/insight/reportRun.ts'
import {
  demographicsSearch,
  externalSearch,
  nhsNumberSearch,
  searchDemographics,
  searchExternal,
  searchNhsNumber,
  searchPatients,
  textSearch,
} from '../../contract/patients/search/search.ts'
import { saveTask, taskForm } from '../../contract/pathways/task.ts'
import { isVisible } from '../../contract/platform/words/text.ts'
import {
  addRole,
  addRoleForm,
  adminPasswordForm,
  adminResetPassword,
  createUser,
  createUserForm,
  editUserForm,
  saveUser,
} from '../../contract/accounts/user.ts'
import { capacityForm, saveCapacity } from '../../contract/patients/flags/capacity.ts'
import { givePersonLink, givePersonLinkForm } from '../../contract/care/person/link.ts'
import { contactForm as patientContactForm, saveContact } from '../../contract/patients/flags/contact.ts'
import { flagForm, saveFlag } from '../../contract/patients/flags/flag.ts'
import { flagKindNames, flagKindOf } from '../../contract/patients/flags/flagKinds.ts'
import { calendarCountForm, countFallsOfMonth } from '../../contract/care/fallsCalendar/calendar.ts'
import {
  fallsCalendarConsentForm,
  saveFallsCalendarConsent,
} from '../../contract/patients/flags/fallsCalendarConsent.ts'
import { reminderConsentForm, saveReminderConsent } from '../../contract/patients/flags/reminderConsent.ts'
import type { Wire } from '../../server/testing/values/request.ts'

/** A form as a screen holds it, and the call in which it ends. */
export interface Form {
  name: string
  schema: z.ZodType
  call: Endpoint
  /** It changes a row that is there, and cannot make one. */
  changes?: true
  /** What its call takes to mean something else than this form does, so that they need not say the same. */
  meansOther?: (typed: Wire) => boolean
}

/** Choices by which a form knows that something else is asked for (specification: 'No', 'Other'). */
export interface AskingChoices {
  isNo: (id: number) => boolean
  isOther: (id: number) => boolean
}

const form = (
  name: string,
  schema: z.ZodType,
  call: Endpoint,
  more: Pick<Form, 'changes' | 'meansOther'> = {},
): Form => ({ name, schema, call, ...more })

const { frat, wellbeing, treatmentPlan, noPlanDecision, exercise, exerciseAttendance, followup } = recordKinds
const { equipmentAssessment, onwardReferral, bmi, contactNote, measure, medicinesReview } = recordKinds
const { fallsChecklist, appointment } = recordKinds

const isNothing = (typed: unknown): boolean => typeof typed === 'string' && !isVisible(typed)

/** Every form of the specification's rules, and those that came later, whose fields are those of its call. */
export const formsWith = ({ isNo, isOther }: AskingChoices): readonly Form[] => [
  form('FRAT', fratForm, frat.calls.save),
  form('wellbeing', wellbeingForm, wellbeing.calls.save),
  form('treatment plan', treatmentPlanForm(isNo), treatmentPlan.calls.save),
  form('no plan decision', noPlanDecisionForm, noPlanDecision.calls.save),
  form('exercise', exerciseForm, exercise.calls.save, {
    // The form asks how a plan ended, which another sender may leave out; it empties what it hides, where another is told.
    meansOther: ({ completedDate, endedHow, stoppedReason, elsewhereTo }) =>
      (!isNothing(completedDate) && isNothing(endedHow)) ||
      (endedHow !== 'stopped' && !isNothing(stoppedReason)) ||
      (endedHow !== 'elsewhere' && !isNothing(elsewhereTo)),
  }),
  form('attendance', exerciseAttendanceForm, exerciseAttendance.calls.save),
  form('follow-up', followupForm, followup.calls.save, {
    // Who is rung back on no day is due at once; on the screen it is asked.
    meansOther: ({ outcome, nextTryDate }) => outcome === 'ringBack' && isNothing(nextTryDate),
  }),
  form('equipment', equipmentAssessmentForm(isOther), equipmentAssessment.calls.save),
  form('onward referral', onwardReferralForm, onwardReferral.calls.save),
  form('BMI', bmiForm, bmi.calls.save),
  form('contact note', contactNoteForm, contactNote.calls.save),
  form('measure', measureForm, measure.calls.save),
  form('medicines review', medicinesReviewForm, medicinesReview.calls.save),
  form('falls checklist', fallsChecklistForm, fallsChecklist.calls.save),
  form('appointment', appointmentForm, appointment.calls.save),
  form('demographics', demographicsForm, savePatient),
  form('address', addressForm, savePatient),
  form('contact', contactForm, savePatient),
  form('GP', gpForm, savePatient),
  form('consent', consentForm, savePatient),
  form('death', deceasedForm, savePatient),
  form('next of kin', nextOfKinForm, saveNextOfKin),
  form('register and refer', referralCreateForm, createReferral),
  form('referral', referralForm, savePathway),
  form('comments', commentsForm, savePathway),
  form('general notes', generalForm, savePathway),
  form('vision', vasForm, savePathway),
  form('consent of a pathway', pathwayConsentForm, savePathway),
  form('discharge', dischargeForm, savePathway, {
    changes: true,
    // A save of a referral without a day of discharge is no discharge, and so is no mistake.
    meansOther: ({ dischargeDate }) => isNothing(dischargeDate),
  }),
  form('cancellation', cancelForm(false), cancelReferral),
  form('search by NHS number', nhsNumberSearch, searchNhsNumber),
  form('search by demographics', demographicsSearch, searchDemographics),
  form('search by words', textSearch, searchPatients),
  form('External search', externalSearch, searchExternal),
  form('report', reportForm, startReportRun),
  form('task', taskForm, saveTask),
  form('flag', flagForm, saveFlag, {
    // The form asks for every category; another sender may leave out one that came later.
    meansOther: ({ kind, category }) =>
      flagKindNames.some((name) => name === kind && flagKindOf(name).category?.isOptional === true) &&
      isNothing(category),
  }),
  form('capacity', capacityForm, saveCapacity),
  form('contact of a patient', patientContactForm, saveContact),
  form('link to the own page', givePersonLinkForm, givePersonLink),
  form('consent to reminders', reminderConsentForm, saveReminderConsent),
  form('consent to the falls calendar', fallsCalendarConsentForm, saveFallsCalendarConsent),
  form('month of the falls calendar', calendarCountForm, countFallsOfMonth),
  form('measures of a sitting', measureSittingForm, saveMeasureSitting),
  form('class', classForm, saveClass),
  form('exercise at home', homeExerciseForm, saveHomeExercise),
  form('letterhead', letterheadForm, saveLetterhead),
  form('template of a letter', letterTemplateForm, saveLetterTemplate),
  form('kept report', savedReportForm, saveSavedReport),
  form('first contact', firstContactForm, saveFirstContact),
  form('targets', stageTargetsForm, saveStageTargets),
  form('request of a patient', subjectRequestForm, saveSubjectRequest),
  ...lookupNames.map((of) => form(`list ${of}`, lookupForm(of), lookupCalls[of].save)),
  form('organisation', organisationForm, saveOrganisation),
  form('new user', createUserForm, createUser),
  form('user', editUserForm, saveUser),
  form('password by an administrator', adminPasswordForm, adminResetPassword),
  form('role', addRoleForm, addRole),
  form('own password', changePasswordForm, changePassword),
  form('forgotten password', forgotForm, forgotPasswordEmail),
  form('reset by mail', resetForm, resetPassword),
  form('reset by text message', resetSmsForm, resetPasswordSms),
]
