import { sql as raw } from 'kysely'
import { stages, stageTitles, type Stage } from '../../../../contract/stages/stage.ts'
import { filled, refer } from '../mapping/elements.ts'
import { always, source, token, ukCore } from '../mapping/source.ts'

interface Row {
  title: Stage
  entries: { pathwayId: number; patientId: number }[] | null
}

const ids = raw.join(stages.map((stage, place) => raw`(${raw.lit(stage)}, ${raw.lit(place + 1)})`))

const titleInWords = raw`case r.title ${raw.join(
  stages.map((stage) => raw`when ${raw.lit(stage)} then ${raw.lit(stageTitles[stage])}`),
  raw` `,
)} end`

/** A work list: the open referrals at one stage. Its entries are those that the caller may see. */
export const listSource = source<Row, 'List'>({
  type: 'List',
  name: 'worklist',
  entity: null,
  isComposed: true,
  profile: ukCore('List'),
  outside: 'withheld',
  select: ({ reach }) => raw`
    select stage.place as id, stage.title, 1 as version, null::bigint as "patientId", null::text as "recordedBy",
      date_trunc('second', statement_timestamp()) as "recordedAt", listed.entries, listed."patientIds"
    from (values ${ids}) as stage (title, place)
    left join lateral (
      select jsonb_agg(jsonb_build_object('pathwayId', entry.pathway_id, 'patientId', entry.patient_id)
          order by entry.pathway_id) as entries,
        jsonb_agg(entry.patient_id) as "patientIds"
      from work_list as entry
      join pathway on pathway.id = entry.pathway_id and pathway.is_active
      join patient on patient.id = entry.patient_id and patient.is_active
      where entry.stage = stage.title
        and ${reach(raw.ref('entry.patient_id'), raw.ref('entry.pathway_id'))}) as listed on true`,
  search: {
    status: always('current', 'http://hl7.org/fhir/list-status'),
    code: token(raw`null::text`),
    title: { kind: 'string', is: titleInWords },
  },
  toFhir: ({ title, entries }) =>
    filled({
      resourceType: 'List',
      status: 'current',
      mode: 'snapshot',
      title: stageTitles[title],
      code: { text: 'Work list' },
      entry: (entries ?? []).map(({ pathwayId }) => ({ item: refer('EpisodeOfCare', pathwayId) })),
      // The same words always: whether somebody was left out must not show.
      note: [
        {
          text: 'People whom this client may not see are not on this list: never take it for the whole list.',
        },
      ],
      emptyReason: entries === null ? { text: 'Nobody whom this client may see' } : undefined,
    }),
  fields: { title: 'title', entries: 'entry.item.reference' },
})
