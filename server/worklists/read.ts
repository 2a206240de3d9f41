import { sql as raw } from 'kysely'
import type { Stage } from '../../contract/pathway/stage.ts'
import type { WorkListSort } from '../../contract/workList.ts'
import type { Order, PagedList } from '../lists/page.ts'

/** Each as its index has it. Rows with no wait date and no due date sort first, so that they are not overlooked. */
const orders: Record<WorkListSort, Order> = {
  since: { keys: ['since'], gaps: 'first' },
  due: { keys: ['due'], gaps: 'first' },
  patient: { keys: ['name_key'] },
  nhsNumber: { keys: ['nhs_number'], gaps: 'last' },
  dateOfBirth: { keys: ['date_of_birth'], gaps: 'last' },
  gender: { keys: ['gender collate "C"'] },
  postcode: { keys: ['postcode'], gaps: 'last' },
  referralDate: { keys: ['referral_date'], gaps: 'last' },
  referrer: { keys: ['referrer_key'], gaps: 'last' },
  registeredGP: { keys: ['registered_gp_key'], gaps: 'last' },
}

/** Follow-up calls are sorted by the day they are due, all other lists by the longest wait. */
const usualSort = (stage: Stage): WorkListSort =>
  stage === 'awaitingFollowup' || stage === 'awaitingSecondFollowup' ? 'due' : 'since'

const shown = raw`patient_id as "patientId", pathway_id as "pathwayId", family_name as "familyName",
  first_name as "firstName", name_prefix as "namePrefix", nhs_number as "nhsNumber", date_of_birth as "dateOfBirth",
  gender, postcode, referral_date as "referralDate", referrer, registered_gp as "registeredGP", deceased`

/** The patients on one list, from the columns that are stored with it. */
export const workListOf = (stage: Stage): PagedList => ({
  name: `list ${stage}`,
  from: raw`work_list as listed`,
  holds: raw`stage = ${stage}`,
  id: 'pathway_id',
  orders,
  usual: orders[usualSort(stage)],
  filterText: 'filter_key',
  shown,
})
