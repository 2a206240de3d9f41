import { sql as raw } from 'kysely'
import { carriedLists } from '../../../contract/care/visits/carried.ts'
import {
  mostVisits,
  type leftOutReasons,
  type TakenVisit,
  type VisitPack,
} from '../../../contract/care/visits/visits.ts'
import type { PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { recordKindNames } from '../../../contract/pathways/records/kinds.ts'
import { addDays } from '../../../contract/platform/dates/dates.ts'
import { londonClock } from '../../../contract/platform/dates/wallTime.ts'
import { withFlags } from '../../patients/flags/read.ts'
import type { Documents } from '../../pathways/documents/documents.ts'
import { ValidationProblem } from '../../platform/errors.ts'
import { readPage } from '../../platform/http/lists/page.ts'
import type { StaffWriting } from '../../platform/writes/write.ts'
import { lookupListOf } from '../../reference/lookups/read.ts'
import type { LookupRow } from '../../../contract/reference/lookupRow.ts'
import { viewPathway } from '../pathwayPage/view.ts'
import { addPack, type NewPack } from './packs.ts'

interface Booked {
  appointmentId: number
  appointmentDate: string
  startTime: string
  minutes: number
  place: string
  patientId: number
  pathwayId: number
  isClosed: boolean
}

/** More than anybody visits in two days. */
const most = 100

const ownVisits = async ({ sql, worksAs: { clinicianId } }: StaffWriting, now: number): Promise<Booked[]> => {
  const { day } = londonClock(now)
  const { rows } = await raw<Booked>`
    select appointment.id as "appointmentId", appointment.appointment_date as "appointmentDate",
      appointment.start_time as "startTime", appointment.minutes, location.name as place,
      patient.id as "patientId", pathway.id as "pathwayId",
      pathway.discharge_date is not null or pathway.cancel_referral_date is not null as "isClosed"
    from appointment
    join pathway on pathway.id = appointment.pathway_id and pathway.is_active
    join patient on patient.id = pathway.patient_id and patient.is_active
    join location on location.id = appointment.location_id
    where appointment.is_active and appointment.clinician_id = ${clinicianId} and appointment.appointment_type = 'visit'
      and appointment.outcome is null and appointment.appointment_date between ${day} and ${addDays(day, 1)}
    order by appointment.appointment_date, appointment.start_time, appointment.id limit ${most}`.execute(sql)
  return rows
}

/** Only what the banner and the forms need: the last plan and the latest measures, nothing of earlier visits. */
const forVisit = (view: PathwayView): PathwayView => {
  const nothing = Object.fromEntries(recordKindNames.map((name) => [name, []])) as unknown as Pick<
    PathwayView,
    (typeof recordKindNames)[number]
  >
  const measured = new Set<string>()
  const isLatest = ({ measure }: { measure: string }): boolean => {
    if (measured.has(measure)) return false
    measured.add(measure)
    return true
  }
  return {
    ...view,
    ...nothing,
    pathway: {
      ...view.pathway,
      ...{ comments: null, generalNotes: null, vulnerability: null, vulnerabilityNote: null },
    },
    frat: view.frat.slice(0, 1),
    wellbeing: view.wellbeing.slice(0, 1),
    treatmentPlan: view.treatmentPlan.slice(0, 1),
    exercise: view.exercise.slice(0, 1),
    equipmentAssessment: view.equipmentAssessment,
    medicinesReview: view.medicinesReview.slice(0, 1),
    measure: view.measure.filter(isLatest),
    documents: [],
    stageChanges: [],
    otherOpen: [],
    incomingReferralId: null,
  }
}

const noOwnDiary =
  'Your account is not linked to a clinician, so you have no visits of your own. Ask a System Administrator.'

/**
 * Notes which of the user's own visits of today and tomorrow a device takes, and reads them. Records that are restricted,
 * and homes where a visit may not be safe, stay behind.
 */
export const takePack = async (
  writing: StaffWriting,
  documents: Documents,
  more: NewPack & { userName: string },
): Promise<{ pack: VisitPack; half: string }> => {
  const { sql, worksAs, userId, sessionId } = writing
  if (worksAs.clinicianId === null) throw new ValidationProblem({ device: noOwnDiary })
  const booked = await withFlags(sql, await ownVisits(writing, more.now), { userId, sessionId })
  const staysBehind = ({ flags, isClosed }: (typeof booked)[number]): keyof typeof leftOutReasons | null => {
    const has = (kind: string): boolean => flags.some((flag) => flag.kind === kind)
    if (has('restricted')) return 'restricted'
    if (has('homeVisitRisk')) return 'notSafe'
    return isClosed || has('deceased') ? 'closed' : null
  }
  const mayGo = booked.filter((visit) => staysBehind(visit) === null)
  const taken = mayGo.slice(0, mostVisits)
  const visits: TakenVisit[] = []
  // Of two visits to one person the page is read once.
  const views = new Map<number, PathwayView>()
  for (const { appointmentId, appointmentDate, startTime, minutes, place, pathwayId, patientId } of taken) {
    const view =
      views.get(pathwayId) ??
      forVisit(await viewPathway(sql, documents, { id: pathwayId, patientId }, 'staff'))
    views.set(pathwayId, view)
    visits.push({ appointmentId, appointmentDate, startTime, minutes, place, view })
  }
  const lists = await Promise.all(
    carriedLists.map(async (name) => {
      const { rows } = await readPage<LookupRow>(sql, more.key, lookupListOf(name, false), {})
      return [name, rows] as const
    }),
  )
  const { half, ...pack } = await addPack(
    writing,
    more,
    taken.map(({ appointmentId }) => appointmentId),
  )
  writing.trace({
    patientIds: taken.map(({ patientId }) => patientId),
    pathwayIds: taken.map(({ pathwayId }) => pathwayId),
    criteria: { visitPack: pack.id, device: more.device },
    records: visits.flatMap(({ view }) => [
      { entity: 'pathway', id: view.pathway.id, version: view.pathway.version },
      { entity: 'patient', id: view.patient.id, version: view.patient.version },
    ]),
  })
  return {
    half,
    pack: {
      ...pack,
      device: more.device,
      userId,
      userName: more.userName,
      visits,
      leftOut: booked
        .filter((visit) => !taken.includes(visit))
        .map((visit) => {
          const { appointmentId, appointmentDate, startTime, minutes } = visit
          return { appointmentId, appointmentDate, startTime, minutes, why: staysBehind(visit) ?? 'tooMany' }
        }),
      lists: Object.fromEntries(lists) as VisitPack['lists'],
    },
  }
}
