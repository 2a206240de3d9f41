import { today } from '../../contract/platform/dates/dates.ts'
import type { FastifyBaseLogger } from 'fastify'
import { parseCronItems, type TaskList } from 'graphile-worker'
import { purgeIncoming } from '../exchange/incoming/inbox/purge.ts'
import { purgeLists } from '../exchange/caseFinding/people/purgeLists.ts'
import { exportTasks } from '../exchange/fhir/bulk/tasks.ts'
import { acknowledgementTasks } from '../exchange/incoming/form/acknowledge.ts'
import type { FhirService } from '../exchange/fhir/http/call.ts'
import { dispatchTasks } from '../exchange/outgoing/dispatches/tasks.ts'
import { meshTasks } from '../exchange/outgoing/mesh/tasks.ts'
import { answerTasks } from '../exchange/incoming/senderTasks.ts'
import { refreshTasks } from '../exchange/pds/nightly/refresh.ts'
import { ersTasks } from '../exchange/incoming/ers/tasks.ts'
import { checkAudit, noteAuditHead } from '../platform/audit/anchor/tasks.ts'
import { makeAuditMonths } from '../platform/db/migrations/auditMonths.ts'
import { freedTasks, type FreedService } from '../care/clinics/offerFreed.ts'
import { extendSlots } from '../care/clinics/generate.ts'
import { messageTasks } from '../care/telling/messages/ask.ts'
import { noticeTasks as bookingNoticeTasks } from '../care/telling/tell.ts'
import { noticeTasks, purgeNotices } from '../exchange/fhir/subscriptions/tasks.ts'
import { cancellationTasks } from '../care/appointments/cancelBooked.ts'
import { calendarTasks } from '../care/fallsCalendar/ask.ts'
import { receivedTasks } from '../exchange/outgoing/notify/received.ts'
import { reminderTasks } from '../care/appointments/reminders.ts'
import { accountTasks } from '../accounts/passwords/tasks.ts'
import { purgeExpired } from '../accounts/signIn/purgeExpired.ts'
import { freeLost } from '../platform/db/jobs/freeLost.ts'
import { workOnQueue } from '../platform/db/jobs/jobWorker.ts'
import { letterTasks } from '../care/letters/mailTask.ts'
import { linkTasks } from '../care/person/door/sendLink.ts'
import { waitTasks } from '../care/person/purposes/usualWaits.ts'
import type { PersonService } from '../care/person/service.ts'
import type { LettersService } from '../care/letters/service.ts'
import { pairTasks } from '../governance/merges/findPairs.ts'
import type { Courier } from '../platform/messages/couriers.ts'
import { csdsTasks, csdsUpkeep } from '../insight/csds/work.ts'
import type { CsdsService } from '../insight/csds/settings.ts'
import { reportTasks, reportUpkeep } from '../insight/runs/tasks.ts'
import { searchTasks } from '../patients/search/tasks.ts'
import { taskUpkeep } from '../pathways/tasks/lateMail.ts'
import { version } from './version.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import { compactCounts } from '../pathways/worklists/counts.ts'
import { moveByDay } from '../pathways/worklists/dayMoves.ts'

/** Every task of the queue by name, except reports, national returns and FHIR exports, which have a worker of their own. */
export const tasksOf = (
  service: LettersService & FhirService & CsdsService & PersonService & FreedService,
  courier: Courier,
  log: FastifyBaseLogger | null = null,
): TaskList => ({
  ...accountTasks(service, courier),
  ...searchTasks(service, courier),
  ...reportUpkeep(service, courier),
  ...csdsUpkeep(service),
  ...taskUpkeep(service, courier),
  ...reminderTasks(service, courier),
  ...calendarTasks(service, courier),
  ...receivedTasks(service, courier),
  ...cancellationTasks(service, courier),
  ...messageTasks(service, courier),
  ...bookingNoticeTasks(service, courier),
  ...noticeTasks(service),
  ...letterTasks(service, courier),
  ...linkTasks(service, courier),
  ...freedTasks(service),
  ...waitTasks(service),
  ...pairTasks(service),
  ...acknowledgementTasks(service, courier),
  ...answerTasks(service, version),
  ...dispatchTasks(service),
  ...meshTasks(service),
  ...ersTasks(service),
  ...refreshTasks(service, log),
  moveByDay: async () => {
    await moveByDay(service.db.sql)
  },
  noteAuditHead: async () => {
    await noteAuditHead(service)
  },
  checkAudit: async () => {
    await checkAudit(service)
  },
  tidy: async () => {
    await makeAuditMonths(service.db.pool)
    await purgeExpired(service.db.pool, service.clock())
    await purgeIncoming(service.db.pool, service.clock())
    await purgeLists(service.db.sql, service.clock())
    await purgeNotices(service.db.pool, service.clock())
  },
  extendSlots: () => extendSlots(service.db.sql, today(service.clock()), service.bankHolidayOn),
  compactCounts: () => compactCounts(service.db.pool),
  freeLost: () => freeLost(service.db.pool),
})

/** Scheduled tasks. Each runs once across all processes. */
const regularTasks = parseCronItems([
  // Every hour, because midnight in London falls at one of two hours in UTC, and so that a failure is corrected within
  // an hour.
  { task: 'moveByDay', match: '1 * * * *', options: { maxAttempts: 5 } },
  // After moveByDay has placed the rows for the new day.
  { task: 'settleTasks', match: '4 * * * *', options: { maxAttempts: 5 } },
  // A patient registered or changed since the last run may already be registered.
  {
    task: 'findPairs',
    match: '*/5 * * * *',
    // Runs never overlap, even if one takes longer than five minutes.
    options: { maxAttempts: 1, queueName: 'findPairs', jobKey: 'findPairs' },
  },
  // Runs every hour; the task itself checks the London time for the hours when patients are reminded.
  { task: 'queueReminders', match: '20 * * * *', options: { maxAttempts: 3 } },
  // The same hours; most runs ask nobody.
  { task: 'askFallsCalendars', match: '25 * * * *', options: { maxAttempts: 3 } },
  // Texts that people sent and no callback brought: GOV.UK Notify gives up after five attempts, and keeps them for a week.
  {
    task: 'fetchReceivedTexts',
    match: '35 * * * *',
    options: { maxAttempts: 1, queueName: 'fetchReceivedTexts', jobKey: 'fetchReceivedTexts' },
  },
  // Every hour like moveByDay; most runs add nothing.
  { task: 'extendSlots', match: '9 * * * *', options: { maxAttempts: 3 } },
  // What somebody gave up reaches the next within the hour; the task itself keeps to the hours of messages.
  {
    task: 'offerFreedPlaces',
    match: '*/10 * * * *',
    options: { maxAttempts: 1, queueName: 'offerFreedPlaces', jobKey: 'offerFreedPlaces' },
  },
  { task: 'countUsualWaits', match: '25 * * * *', options: { maxAttempts: 1 } },
  // Texts and e-mails whose delivery no callback reported.
  {
    task: 'askAboutMessages',
    match: '*/5 * * * *',
    options: { maxAttempts: 1, queueName: 'askAboutMessages', jobKey: 'askAboutMessages' },
  },
  // Answers whose first attempt failed; a new one is sent at once by a job of its own.
  { task: 'sendAnswers', match: '* * * * *', options: { maxAttempts: 1 } },
  // Letters whose first attempt failed, and those that left: a new one is sent at once by a job of its own.
  { task: 'sendLetters', match: '* * * * *', options: { maxAttempts: 1 } },
  {
    task: 'readMeshInbox',
    match: '*/5 * * * *',
    options: { maxAttempts: 1, queueName: 'readMeshInbox', jobKey: 'readMeshInbox' },
  },
  // MESH wants to hear each day that a mailbox is in use.
  { task: 'greetMesh', match: '40 5 * * *', options: { maxAttempts: 5 } },
  // Notices whose first attempt failed; a new one queues a job of its own.
  { task: 'sendNotices', match: '* * * * *', options: { maxAttempts: 1 } },
  // Every minute; the task itself keeps to the interval of the settings.
  {
    task: 'fetchReferrals',
    match: '* * * * *',
    options: { maxAttempts: 1, queueName: 'fetchReferrals', jobKey: 'fetchReferrals' },
  },
  // Every minute; the task itself keeps to the hours of the night in London. A run lasts less than a minute.
  {
    task: 'refreshFromPds',
    match: '* * * * *',
    options: { maxAttempts: 1, queueName: 'refreshFromPds', jobKey: 'refreshFromPds' },
  },
  { task: 'queueOutcomes', match: '*/5 * * * *', options: { maxAttempts: 1 } },
  { task: 'mailLateToAll', match: '0 7 * * 1', options: { maxAttempts: 5 } },
  { task: 'noteAuditHead', match: '*/10 * * * *', options: { maxAttempts: 3 } },
  { task: 'checkAudit', match: '30 2 * * *', options: { maxAttempts: 3 } },
  { task: 'tidy', match: '17 * * * *', options: { maxAttempts: 1 } },
  { task: 'compactCounts', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'freeLost', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'lookAfterReports', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'lookAfterReturns', match: '* * * * *', options: { maxAttempts: 1 } },
])

/**
 * Works on the queue until it is stopped. Reports, national returns and FHIR exports have their own worker, one per process, so that no
 * message waits for them and people at their work lists have the database to themselves (DL-1).
 */
export const startJobs = (
  service: LettersService & FhirService & CsdsService & PersonService & FreedService,
  courier: Courier,
  log: FastifyBaseLogger,
  tracing: Tracing | null = null,
): { stop: () => Promise<void> } => {
  const stopping = new AbortController()
  const watched = (tasks: TaskList): TaskList => tracing?.watchTasks(tasks) ?? tasks
  const workers = [
    workOnQueue(service.db, log, {
      taskList: watched(tasksOf(service, courier, log)),
      parsedCronItems: regularTasks,
      concurrency: 2,
    }),
    workOnQueue(service.db, log, {
      taskList: watched({
        ...reportTasks(service, stopping.signal, log),
        ...csdsTasks(service, stopping.signal, log),
        ...exportTasks(service, stopping.signal, log),
      }),
      concurrency: 1,
    }),
  ]
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(workers.map(({ stop }) => stop()))
    },
  }
}
