import type { Provenance } from 'fhir/r4.js'
import { filled, service, words } from '../mapping/elements.ts'
import { ukCore, type Source, type Stamp } from '../mapping/source.ts'
import { fhirIdOf } from '../mapping/ids.ts'
import { instantFrom } from '../mapping/instants.ts'

/** Who recorded the resource of a row as it is now, and when. Its id is that of its target, with the type in front. */
export const provenanceOf = (source: Source, row: Stamp): Provenance => {
  const id = fhirIdOf(source, row)
  const recorded = instantFrom(row.recordedAt)
  return filled({
    resourceType: 'Provenance',
    id: `${source.type}.${id}`,
    meta: { versionId: String(row.version), lastUpdated: recorded, profile: [ukCore('Provenance')] },
    target: [{ reference: `${source.type}/${id}` }],
    recorded,
    agent: [
      {
        type: {
          coding: [
            {
              system: 'http://terminology.hl7.org/CodeSystem/provenance-participant-type',
              code: 'enterer',
              display: 'Enterer',
            },
          ],
        },
        who: { display: words(row.recordedBy) ?? 'Surefoot' },
        onBehalfOf: service,
      },
    ],
  }) as Provenance
}
