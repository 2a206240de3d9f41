import type { Stage } from '../../contract/pathway/stage.ts'
import {
  assessed,
  bookedPlanMoves,
  call,
  cancel,
  complete,
  delayed,
  diesOn,
  discharge,
  exercise,
  frat,
  jobRuns,
  livesAgain,
  noPlan,
  outcome,
  pass,
  refersAgain,
  reinstate,
  remove,
  reopen,
  restart,
  restore,
  treatment,
  wellbeing,
  type Step,
} from './storySteps.ts'

/** A story of one patient, in the words of docs/stages.md and in calls. Numbers are days before the day it is told on. */
export interface Story {
  told: string
  steps: readonly Step[]
  stands: Stage | 'discharged' | 'cancelled'
  /** How many days ago the wait began; null for a pathway that is closed. */
  since: number | null
  warnings?: readonly string[]
}

const missingFrat = 'No FRAT recorded.'
const missingWellbeing = 'No wellbeing assessment recorded.'

/** All begin with a referral of 300 days ago. */
export const stories: readonly Story[] = [
  { told: 'Referred, nothing since', steps: [], stands: 'awaitingAssessment', since: 300 },
  { told: 'FRAT 280 days ago', steps: [frat(280)], stands: 'awaitingWellbeing', since: 280 },
  {
    told: 'FRAT 280 days ago, and again 10 days ago',
    steps: [frat(280), frat(10)],
    stands: 'awaitingWellbeing',
    since: 280,
  },
  { told: 'Wellbeing assessment only', steps: [wellbeing(200)], stands: 'awaitingAssessment', since: 300 },
  {
    told: 'FRAT 280, wellbeing assessment 260 days ago',
    steps: [assessed(280, 260)],
    stands: 'awaitingTreatment',
    since: 260,
  },
  {
    told: 'Wellbeing assessment 260, FRAT only 140 days ago',
    steps: [wellbeing(260), frat(140)],
    stands: 'awaitingTreatment',
    since: 140,
  },
  {
    told: 'Both assessed by 140 days ago; FRAT repeated today',
    steps: [assessed(160, 140), frat(0)],
    stands: 'awaitingTreatment',
    since: 140,
  },
  {
    told: 'Both assessed by 140 days ago; wellbeing assessment repeated today',
    steps: [assessed(160, 140), wellbeing(0)],
    stands: 'awaitingTreatment',
    since: 140,
  },
  {
    told: 'FRAT 280 days ago says that the person went home',
    steps: [frat(280, 'home')],
    stands: 'awaitingDischarge',
    since: 280,
  },
  {
    told: 'FRAT 280 days ago says home, and the next, 200 days ago, says so again',
    steps: [frat(280, 'home'), frat(200, 'home')],
    stands: 'awaitingDischarge',
    since: 280,
  },
  {
    told: 'FRAT 280 days ago says home; a new FRAT 20 days ago does not',
    steps: [frat(280, 'home'), frat(20)],
    stands: 'awaitingWellbeing',
    since: 280,
  },
  {
    told: 'Assessed by 260 days ago; treatment plan 200 days ago',
    steps: [assessed(280, 260), treatment(200)],
    stands: 'inTreatment',
    since: 200,
  },
  {
    told: 'Treatment plans 200 and 150 days ago, the older one ended',
    steps: [assessed(280, 260), treatment(200, 160), treatment(150)],
    stands: 'inTreatment',
    since: 150,
  },
  {
    told: 'Treatment plan 200, exercise plan 150 days ago, both open',
    steps: [assessed(280, 260), treatment(200), exercise(150)],
    stands: 'inExercise',
    since: 150,
  },
  {
    told: 'The exercise is completed, the treatment plan of 200 days ago is open',
    steps: [assessed(280, 260), treatment(200), exercise(150), complete(30)],
    stands: 'inTreatment',
    since: 200,
  },
  {
    told: 'Treatment plan without any FRAT or wellbeing assessment',
    steps: [treatment(200)],
    stands: 'inTreatment',
    since: 200,
    warnings: [missingFrat, missingWellbeing],
  },
  {
    told: 'Treatment ended 100 days ago; nobody has rung',
    steps: [assessed(280, 260), treatment(200, 100)],
    stands: 'awaitingFollowup',
    since: 100,
  },
  {
    told: 'Two check-in calls during treatment, then the outcome, with 10 days ago as the day ended',
    steps: [assessed(280, 260), treatment(200), call(150), call(120), outcome(10)],
    stands: 'awaitingFollowup',
    since: 10,
  },
  {
    told: 'FRAT and a class that was completed 60 days ago, no wellbeing assessment',
    steps: [frat(280), exercise(200, 60)],
    stands: 'awaitingFollowup',
    since: 60,
    warnings: [missingWellbeing],
  },
  {
    told: 'The outcome is entered today with its day, 290 days ago',
    steps: [assessed(299, 298), treatment(297), outcome(290)],
    stands: 'awaitingFollowup',
    since: 290,
  },
  {
    told: 'The outcome is entered today without a day',
    steps: [assessed(280, 260), treatment(200), outcome()],
    stands: 'awaitingFollowup',
    since: 0,
  },
  {
    told: 'An outcome of 50 days ago is corrected today',
    steps: [assessed(280, 260), treatment(200, 50), outcome()],
    stands: 'awaitingFollowup',
    since: 50,
  },
  {
    told: 'Treatment ended 100 days ago; one call, nobody answered',
    steps: [assessed(280, 260), treatment(200, 100), call(9, 'noAnswer')],
    stands: 'awaitingFollowup',
    since: 100,
  },
  {
    told: 'Treatment ended 100 days ago; calls to a wrong number, to hospital and to a daughter',
    steps: [
      assessed(280, 260),
      treatment(200, 100),
      call(9, 'wrongNumber'),
      call(8, 'inHospital'),
      call(7, 'spokeToOther'),
    ],
    stands: 'awaitingFollowup',
    since: 100,
  },
  {
    told: 'Treatment ended 100 days ago; reached 9 days ago',
    steps: [assessed(280, 260), treatment(200, 100), call(9, 'reached')],
    stands: 'awaitingSecondFollowup',
    since: 9,
  },
  {
    told: 'A call on the day on which the treatment ended',
    steps: [assessed(280, 260), treatment(200, 100), call(100)],
    stands: 'awaitingSecondFollowup',
    since: 100,
  },
  {
    told: 'Treatment ended 200 days ago; reached 100 and 5 days ago',
    steps: [assessed(280, 260), treatment(250, 200), call(100), call(5)],
    stands: 'awaitingDischarge',
    since: 5,
  },
  {
    told: 'The second of two calls is deleted',
    steps: [assessed(280, 260), treatment(250, 200), call(100), call(5), remove('followup')],
    stands: 'awaitingSecondFollowup',
    since: 100,
  },
  {
    told: 'After both calls a class begins',
    steps: [assessed(280, 260), treatment(250, 200), call(100), call(50), exercise(3)],
    stands: 'inExercise',
    since: 3,
  },
  {
    told: 'Treatment ended 100 days ago; a repeat FRAT says own home',
    steps: [assessed(280, 260), treatment(200, 100), frat(5, 'home')],
    stands: 'awaitingFollowup',
    since: 100,
  },
  {
    told: 'Assessed by 30 days ago; a plan is booked in 200 days',
    steps: [assessed(40, 30), treatment(-200)],
    stands: 'awaitingTreatment',
    since: 30,
  },
  {
    told: 'The same, and that day comes',
    steps: [assessed(40, 30), treatment(-200), bookedPlanMoves(200)],
    stands: 'inTreatment',
    since: -200,
  },
  {
    told: 'The same, but the service is restarted on that day',
    steps: [assessed(40, 30), treatment(-200), pass(200), restart],
    stands: 'inTreatment',
    since: -200,
  },
  {
    told: 'The same, but nobody moves the lists for two days',
    steps: [assessed(40, 30), treatment(-200), delayed(200, 2)],
    stands: 'inTreatment',
    since: -200,
  },
  {
    told: 'A class ended 60 days ago; treatment is booked in 20 days',
    steps: [assessed(280, 260), exercise(200, 60), treatment(-20)],
    stands: 'awaitingTreatment',
    since: 60,
  },
  {
    told: 'The same after one call, 5 days ago',
    steps: [assessed(280, 260), exercise(200, 60), call(5), treatment(-20)],
    stands: 'awaitingTreatment',
    since: 60,
  },
  {
    told: 'A plan booked in 20 days gets an outcome today: it will not take place',
    steps: [assessed(280, 260), treatment(-20), outcome()],
    stands: 'awaitingFollowup',
    since: 0,
  },
  {
    told: 'Assessed; 50 days ago it was decided that equipment is enough',
    steps: [assessed(280, 260), noPlan(50)],
    stands: 'awaitingFollowup',
    since: 50,
  },
  {
    told: 'The same, reached 10 and 5 days ago',
    steps: [assessed(280, 260), noPlan(50), call(10), call(5)],
    stands: 'awaitingDischarge',
    since: 5,
  },
  {
    told: 'The decision against a plan is deleted again',
    steps: [assessed(280, 260), noPlan(50), remove('noPlanDecision')],
    stands: 'awaitingTreatment',
    since: 260,
  },
  {
    told: 'After the decision against a plan, a treatment plan all the same',
    steps: [assessed(280, 260), noPlan(50), treatment(10)],
    stands: 'inTreatment',
    since: 10,
  },
  {
    told: 'Assessed, but the only FRAT is deleted',
    steps: [assessed(280, 260), remove('frat')],
    stands: 'awaitingAssessment',
    since: 300,
  },
  {
    told: 'The deleted FRAT is restored',
    steps: [assessed(280, 260), remove('frat'), restore('frat')],
    stands: 'awaitingTreatment',
    since: 260,
  },
  {
    told: 'In a class; the patient died 4 days ago',
    steps: [assessed(280, 260), exercise(150), diesOn(4)],
    stands: 'awaitingDischarge',
    since: 4,
  },
  {
    told: 'The death was recorded in error and is cleared',
    steps: [assessed(280, 260), exercise(150), diesOn(4), livesAgain],
    stands: 'inExercise',
    since: 150,
  },
  {
    told: 'Awaiting a call; a second referral was discharged 6 days ago with the reason “Died”',
    steps: [assessed(280, 260), treatment(200, 100), refersAgain, discharge(6, 'died')],
    stands: 'awaitingDischarge',
    since: 6,
  },
  {
    told: 'The same, with the date of death, 8 days ago, in that discharge',
    steps: [assessed(280, 260), treatment(200, 100), refersAgain, discharge(6, 'died', 8)],
    stands: 'awaitingDischarge',
    since: 8,
  },
  {
    told: 'That discharge was a mistake and is reopened',
    steps: [assessed(280, 260), treatment(200, 100), refersAgain, discharge(6, 'died'), reopen],
    stands: 'awaitingFollowup',
    since: 100,
  },
  {
    told: 'A second referral was cancelled 6 days ago: died before assessment',
    steps: [assessed(280, 260), refersAgain, cancel(6, 'died')],
    stands: 'awaitingDischarge',
    since: 6,
  },
  {
    told: 'A FRAT of 7 days ago says “Died”',
    steps: [assessed(280, 260), exercise(150), frat(7, 'died')],
    stands: 'awaitingDischarge',
    since: 7,
  },
  {
    told: 'Discharged while awaiting a call',
    steps: [assessed(280, 260), treatment(200, 100), discharge(1)],
    stands: 'discharged',
    since: null,
  },
  { told: 'Cancelled before assessment', steps: [cancel(1)], stands: 'cancelled', since: null },
  {
    told: 'Cancelled while in treatment, and reinstated',
    steps: [assessed(280, 260), treatment(200), cancel(1), reinstate],
    stands: 'inTreatment',
    since: 200,
  },
  {
    told: 'Cancelled with a booked plan, whose day comes meanwhile, and reinstated',
    steps: [assessed(280, 260), treatment(-5), cancel(1), pass(9), jobRuns, reinstate],
    stands: 'inTreatment',
    since: -5,
  },
]
