import { sealAudit } from '../../platform/audit/seal/sealer.ts'
import { verifyAudit, type Queryable } from '../../platform/audit/seal/verify.ts'

/** Each has the id of its row in the event that made it. */
export type AuditedEntity = 'patient' | 'pathway' | 'document' | 'incoming_referral'

/** Where events name a kind otherwise than its table. */
const namedInEvents: Partial<Record<string, string>> = { incoming_referral: 'incomingReferral' }

/**
 * What is wrong with the audit trail after an accident, in words (DU-6): a seal that does not fit, and rows of these kinds that were stored
 * without the one event that says so, or the other way round.
 * @param since by kind, the last id that the demonstration brought: rows up to it were made without a call
 */
export const auditFindings = async (
  owner: Queryable,
  since: Partial<Record<AuditedEntity, number>>,
): Promise<string[]> => {
  // Where the product runs, its own sealer may be at it. What neither could seal is a finding.
  while ((await sealAudit(owner)) > 0);
  const { problems } = await verifyAudit(owner)
  const findings = [...problems]
  for (const [entity, after] of Object.entries(since)) {
    const { rows } = await owner.query<{ id: string; is_stored: boolean; events: string }>(
      `select id, stored.id is not null as is_stored, coalesce(told.events, 0) as events
       from (select id from ${entity} where id > $1) as stored
       full join (
         select (record ->> 'id')::bigint as id, count(*) as events
         from audit_event cross join lateral jsonb_array_elements(records) as record
         where kind = 'write' and record ->> 'entity' = $2 and record -> 'before' = 'null' and (record ->> 'id')::bigint > $1
         group by 1) as told using (id)
       where stored.id is null or told.events is distinct from 1
       order by id`,
      [after, namedInEvents[entity] ?? entity],
    )
    findings.push(
      ...rows.map(
        ({ id, is_stored: isStored, events }) =>
          `${entity} ${id} is ${isStored ? '' : 'not '}stored, and ${events} events say that it was made`,
      ),
    )
  }
  return findings
}

/** The last id of each of these kinds. */
export const lastIds = async <Entity extends AuditedEntity>(
  owner: Queryable,
  entities: readonly Entity[],
): Promise<Record<Entity, number>> => {
  const ids: [Entity, number][] = []
  for (const entity of entities) {
    const { rows } = await owner.query<{ last: string }>(`select coalesce(max(id), 0) as last from ${entity}`)
    ids.push([entity, Number(rows[0]?.last)])
  }
  return Object.fromEntries(ids) as Record<Entity, number>
}
