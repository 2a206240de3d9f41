import { shown, type Hazard } from '../hazard.ts'

/** Hazards of contact that must not be made, or that is believed to have been made. */
export const contactHazards: readonly Hazard[] = [
  {
    id: 'CS-7',
    title: 'Contact with a patient who has died, or with the family',
    description: 'Somebody rings, visits or writes to a person who has died.',
    causes: ['a death known from a discharge, a FRAT or a call only', 'a list printed before'],
    effect: 'Distress of the family; loss of trust.',
    initial: { severity: 2, likelihood: 4 },
    controls: [
      {
        says: 'Whatever says that the patient died takes all open referrals to awaiting discharge, with “Do not call”.',
        code: 'server/pathways/referral/death.ts',
        shownBy: [
          shown(
            'contract/stages/place.test.ts',
            '5: a patient who died, whatever says so, is awaiting discharge and nothing else',
          ),
          shown(
            'server/pathways/referral/death.test.ts',
            'records the date of death on the patient, and every open referral says so at once',
          ),
          shown(
            'server/pathways/referral/death.test.ts',
            'leaves no referral behind that somebody changes at the same moment',
          ),
          shown(
            'server/pathways/records/calls.test.ts',
            'records its date on the patient, although the call was made later, in one audit row',
          ),
        ],
      },
      {
        says: 'No list, file or paper offers the number of who has died.',
        code: 'server/patients/flags/read.ts',
        shownBy: [
          shown('server/testing/checks/listedPatients.test.ts', 'a patient who is not to be rung'),
          shown('server/pathways/worklists/print.test.ts', 'says that nobody calls a patient who has died'),
        ],
      },
      {
        says: 'A new referral of somebody who has died is refused unless it is meant.',
        code: 'server/pathways/referral/death.ts',
        shownBy: [shown('server/pathways/referral/death.test.ts', 'is refused, and taken when it is meant')],
      },
    ],
    residual: { severity: 2, likelihood: 2 },
    left: 'A death of which nobody told the service. There is no link to the national register.',
    owner: 'service',
    status: 'controlled',
  },
  {
    id: 'CS-15',
    title: 'A call that does not count ends the follow-up',
    description: 'A call made during treatment, or in which nobody was reached, is counted as a follow-up.',
    causes: ['check-in calls', 'tries without an answer', 'an outcome entered late'],
    effect: 'Nobody rings the patient after treatment; falls since then stay unknown.',
    initial: { severity: 3, likelihood: 4 },
    controls: [
      {
        says: 'A call counts when the patient was reached on or after the day on which the last plan ended.',
        code: 'contract/stages/facts.ts',
        shownBy: [
          shown(
            'contract/stages/place.test.ts',
            '6: a call in which the patient was not reached changes neither list, nor wait, nor due day',
          ),
          shown('server/pathways/records/calls.test.ts', 'with the outcome %s leaves the pathway %s'),
          shown('server/stages/stories.test.ts', 'the stories of docs/stages.md'),
        ],
      },
      {
        says: 'The screen says which calls do not count.',
        code: 'web/pathways/records/FollowupScreen.tsx',
        shownBy: [
          shown(
            'web/pathways/records/recordForms.test.tsx',
            'has "Reached" chosen, and says which calls do not count',
          ),
          shown(
            'web/pathways/records/FollowupScreen.test.tsx',
            'shows each attempt with its outcome in words',
          ),
        ],
      },
    ],
    residual: { severity: 3, likelihood: 3 },
    left: 'A call from a program that sends no outcome counts as reached, as the specification has it. One that comes long before its day counts too, and is named by a report (CS-37).',
    owner: 'maker',
    status: 'open',
  },
  {
    id: 'CS-19',
    title: 'A person is contacted against their refusal, or a risk of the visit is not known',
    description: 'Somebody rings a person who refused it, or visits without knowing of a risk or a need.',
    causes: ['a refusal on another screen', 'a flag that a list does not show'],
    effect: 'Harm to the person’s trust and rights; danger for staff; a visit without an interpreter.',
    initial: { severity: 3, likelihood: 3 },
    controls: [
      {
        says: 'Who refused is off the call list and off the calls of Today, counted and still on the work lists.',
        code: 'server/pathways/worklists/callList.ts',
        shownBy: [
          shown(
            'server/care/calls/callList.test.ts',
            'has late calls first, and counts who is due but not to be rung',
          ),
          shown(
            'server/pathways/tasks/tasks.test.ts',
            'shows my calls that are due, and nobody who refused consent',
          ),
          shown('web/care/calls/CallListScreen.test.tsx', 'says who is due and must not be rung'),
        ],
      },
      {
        says: 'Before something is saved for a person who refused, the browser asks.',
        code: 'web/patients/frames/AskWhenRefused.tsx',
        shownBy: [
          shown(
            'web/patients/flags/flags.test.tsx',
            'is asked about once for a session, and no save leaves on a no',
          ),
        ],
      },
      {
        says: 'A row that names a patient has the patient’s flags: lists, searches, files and paper.',
        code: 'server/patients/flags/read.ts',
        shownBy: [
          shown(
            'server/testing/checks/listedPatients.test.ts',
            'a row that names a patient has the flags of that patient',
          ),
          shown(
            'server/testing/checks/listedPatients.test.ts',
            'is so on paper, with the flags and no word that staff wrote of safeguarding: %s',
          ),
        ],
      },
    ],
    residual: { severity: 3, likelihood: 1 },
    left: 'A flag whose review day has passed says so and still stands: somebody has to review it.',
    owner: 'service',
    status: 'controlled',
  },
]
