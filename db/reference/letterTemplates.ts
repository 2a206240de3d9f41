import type { LetterOccasion, LetterRecipient } from '../../contract/care/letters/recipients.ts'

/** A template in a new service. Its text is a draft for a registered clinician, and administrators change it. */
export interface FirstTemplate {
  name: string
  recipient: LetterRecipient
  occasion: LetterOccasion
  documentType: string
  title: string
  body: string
}

const help =
  'If you have any questions, or need this letter in another form or language, ring us on {{serviceTelephone}}.'
const fallen = `# If you fall

If you are hurt, hit your head, cannot get up or feel unwell after a fall, ring 999. If it is not so urgent, ring 111.`

/** In the order in which screens offer them for an occasion. */
export const firstTemplates: readonly FirstTemplate[] = [
  {
    name: 'Discharge to GP',
    recipient: 'gp',
    occasion: 'discharge',
    documentType: 'Discharge letter',
    title: '{{#openRedFlags}}Urgent: {{/openRedFlags}}Discharge from the falls service',
    body: `Dear colleague,

{{patientName}} was discharged from our service on {{dischargeDate}}.

# Actions for the practice

- {{practiceActions}}
{{^practiceActions}}
We ask for no action.
{{/practiceActions}}
{{^assessed}}
No assessment, measure or finding is recorded of this referral, so this is not an all-clear.
{{/assessed}}

Please refer again if there is a further fall, or a change in walking or balance.

# Referrer details

- Referred by: {{referrer}}, {{referralDate}}

# Individual requirements

- {{adjustments}}
- {{communication}}
- Next of kin: {{nextOfKin}}

# Attendance details

- Reason for discharge: {{dischargeReason}}
- Discharged to: {{dischargedTo}}
- Appointments: {{appointments}}
- Class: {{classes}}
- Sessions: {{sessions}}
- Exercise done, in class and at home: {{dose}}

# History

- Fall since the referral: {{falls}}

# Examination findings

- Blood pressure: {{bloodPressure}}
- {{findings}}
- Not assessed: {{notAssessed}}

# Assessment scales

- Falls Risk Assessment Tool (FRAT, Nandy 2004, five items): {{frat}}
- {{fratItems}}
- {{measures}}

# Safety alerts

- Red flag, open: {{openRedFlags}}
- Red flag, ended: {{endedRedFlags}}

# Medications and medical devices

- Takes a medicine that raises the risk of falling: {{medicines}}
- Equipment: {{equipment}}

# Patient’s concerns, expectations and wishes

- Concerns: {{concerns}}
- Goals: {{goals}}
- Goals achieved: {{goalsOutcome}}
- Why not: {{goalsReason}}

# Plan and requested actions

- Exercise: {{exercise}}
- Onward referral: {{onwardReferrals}}`,
  },
  {
    name: 'Discharge to patient',
    recipient: 'patient',
    occasion: 'discharge',
    documentType: 'Discharge letter',
    title: 'Your care with us has ended',
    body: `Dear {{greetingName}},

Your time with {{serviceName}} ended on {{dischargeDate}}. We will write to your GP practice too.

{{#seeGp}}
# Please ring your GP today

We found something that a doctor needs to look at. If your GP practice has not seen you about it yet, ring them today.
{{/seeGp}}

# What you can do

{{#exercised}}
- Keep doing your exercises. They help for as long as you do them.
{{/exercised}}
{{^exercised}}
- Keep moving every day. Do as much as feels safe.
{{/exercised}}
{{#hasEquipment}}
- Use the equipment you have. Ring us if it breaks or does not fit.
{{/hasEquipment}}
- Keep floors and stairs clear, and use a light at night.
{{#postural}}
- Your blood pressure drops when you stand up. Stand up slowly, and hold on to something.
{{/postural}}
- Have your eyes tested once a year.
{{#reviewAsked}}
- We have asked your GP practice to look at your medicines. Ask them about it.
{{/reviewAsked}}
{{^reviewAsked}}
- Ask your pharmacist or GP to look at your medicines once a year.
{{/reviewAsked}}

${fallen}

# If you need us again

Ask your GP, or ring us. ${help}`,
  },
  {
    name: 'Referral accepted',
    recipient: 'patient',
    occasion: 'accepted',
    documentType: 'Letter to patient',
    title: 'We have received your referral',
    body: `Dear {{greetingName}},

You were referred to {{serviceName}} on {{referralDate}}. We help people who have fallen or are afraid of falling.

# What happens next

We will ring you to find a day for your first appointment.

${fallen}

${help}`,
  },
  {
    name: 'Referral declined, to GP',
    recipient: 'gp',
    occasion: 'declined',
    documentType: 'Letter to GP',
    title: 'Referral not accepted',
    body: `Dear colleague,

Thank you for the referral of {{patientName}} of {{referralDate}}. We have not accepted it.

# Reason

{{declinedReason}}

# Actions for the practice

Please ring us on {{serviceTelephone}} if you see it otherwise, or refer again if anything changes.`,
  },
  {
    name: 'Referral declined, to patient',
    recipient: 'patient',
    occasion: 'declined',
    documentType: 'Letter to patient',
    title: 'About your referral',
    body: `Dear {{greetingName}},

On {{referralDate}} {{serviceName}} was asked to see you. We are sorry that we cannot offer you help at this time.

# Why

{{declinedReason}}

# What you can do now

Talk to your GP if you feel less steady, or if you fall. They can ask us again at any time.

${fallen}

${help}`,
  },
  {
    name: 'Invitation to an appointment',
    recipient: 'patient',
    occasion: 'invitation',
    documentType: 'Letter to patient',
    title: 'Your appointment',
    body: `Dear {{greetingName}},

{{#clinicVisit}}
We want to help you stay steady on your feet. Please come to this appointment.
{{/clinicVisit}}
{{#homeVisit}}
We want to help you stay steady on your feet. We will come to you.
{{/homeVisit}}
{{#telephoneCall}}
We want to help you stay steady on your feet. We will ring you.
{{/telephoneCall}}

# When and where

- Day: {{appointmentDay}}
- Time: {{appointmentTime}}
{{^telephoneCall}}
- Place: {{appointmentPlace}}
{{/telephoneCall}}
- With: {{appointmentClinician}}

{{#clinicVisit}}
# What to bring

- A list of your medicines
- Your glasses, and your hearing aid if you have one
- The shoes or slippers that you wear at home
- Your stick or frame, if you use one

You can bring a friend or someone from your family.
{{/clinicVisit}}
{{#homeVisit}}
# What to have ready

- A list of your medicines
- Your glasses, and your hearing aid if you have one

A friend or someone from your family can be there too.
{{/homeVisit}}

# If this day is not good for you

Ring us on {{serviceTelephone}} and we will find another day.`,
  },
  {
    name: 'Appointment cancelled',
    recipient: 'patient',
    occasion: 'appointmentCancelled',
    documentType: 'Letter to patient',
    title: 'Your appointment is cancelled',
    body: `Dear {{greetingName}},

We have cancelled what was booked for you:

- {{cancelledAppointments}}

You do not need to do anything. ${help}`,
  },
  {
    name: 'Exercise goes on elsewhere',
    recipient: 'patient',
    occasion: 'handOver',
    documentType: 'Letter to patient',
    title: 'Your exercise goes on',
    body: `Dear {{greetingName}},

You have been doing exercises with {{serviceName}} to stay steady on your feet. Now you go on somewhere else. Please show this letter to the person who takes your new class.

# What you have done with us

- Class: {{classes}}
- Sessions: {{sessions}}
- Exercise done, in class and at home: {{dose}}

# For the person who takes the new class

Please offer exercises for strong legs and good balance, and make them harder step by step. If you have any questions, ring us on {{serviceTelephone}}.

# Keep going

Exercise keeps you steady for as long as you do it. If you fall, or feel less steady, ring us. ${help}`,
  },
  {
    name: 'Did not attend',
    recipient: 'patient',
    occasion: 'didNotAttend',
    documentType: 'Letter to patient',
    title: 'We missed you',
    body: `Dear {{greetingName}},

{{#clinicVisit}}
We hoped to see you at {{appointmentPlace}} on {{appointmentDay}} at {{appointmentTime}}. You did not come.
{{/clinicVisit}}
{{#homeVisit}}
We came to see you on {{appointmentDay}} at {{appointmentTime}}. We could not see you.
{{/homeVisit}}
{{#telephoneCall}}
We rang you on {{appointmentDay}} at {{appointmentTime}}. We could not reach you.
{{/telephoneCall}}
We hope that you are well.

# What to do now

Ring us on {{serviceTelephone}} and we will find another day. If we do not hear from you by {{answerBy}}, we will think that you do not want to be seen now. We will tell your GP practice. You can come back to us at any time.

${fallen}`,
  },
  {
    name: 'Cannot reach you',
    recipient: 'patient',
    occasion: 'cannotReach',
    documentType: 'Letter to patient',
    title: 'We have tried to ring you',
    body: `Dear {{greetingName}},

We have tried to ring you on several days and could not reach you. We would like to hear how you are.

# What to do now

Please ring us on {{serviceTelephone}}. If we do not hear from you within 14 days, we will tell your GP practice.

${fallen}`,
  },
  {
    name: 'Letter to GP',
    recipient: 'gp',
    occasion: 'other',
    documentType: 'Letter to GP',
    title: 'About your patient',
    body: `Dear colleague,

{{patientName}} is known to our service since {{referralDate}}.

[what you want to say]`,
  },
  {
    name: 'Letter to patient',
    recipient: 'patient',
    occasion: 'other',
    documentType: 'Letter to patient',
    title: 'A letter from {{serviceName}}',
    body: `Dear {{greetingName}},

[what you want to say]

${help}`,
  },
]
