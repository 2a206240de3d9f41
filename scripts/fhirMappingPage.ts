import { fhirTypes } from '../contract/exchange/fhir/types.ts'
import type { Place, Source } from '../server/exchange/fhir/mapping/source.ts'
import { isRowType, sourcesOf } from '../server/exchange/fhir/resources/registry.ts'
import { parametersOf } from '../server/exchange/fhir/search/query.ts'

/* docs/reference/fhir-mapping.md: where each field of ours goes in FHIR, and what can be searched. */

const begin = `# Where our fields go in FHIR

Written by \`npm run fhir-mapping\` from the mapping that the server uses (\`server/exchange/fhir/resources/\`). A test changes each field
and sees the element change, or sees that nothing changes where a field is said to stay.

- The id of a resource begins with the word in its heading, such as \`Observation/frat-12\`.
- Every resource has \`id\`, \`meta.versionId\`, \`meta.lastUpdated\` and, where UK Core has one, \`meta.profile\`. Who recorded it is a
  Provenance.
- *Shared care* is what a client of another organisation reads (decision 18 and decision 55).
`

/** Types that are not made of rows. */
const others: Readonly<Record<string, string>> = {
  Questionnaire:
    'The four forms of this service, in its own words: FRAT, wellbeing, comprehensive assessment, medicines. Searched by `_id` and `url`.',
  Binary: 'The file of a `DocumentReference`, under the same id. Read by its id only.',
  Provenance:
    'Who recorded a resource as it is now, and when: `target`, `recorded`, `agent`. Searched by `target`, or added to any search with `_revinclude=Provenance:target`.',
}

const inCell = (place: Place): string => (typeof place === 'string' ? `\`${place}\`` : `stays: ${place.left}`)

const shared = ({ outside, outsideHas }: Source): string => {
  if (outside === 'withheld') return 'nothing'
  if (outsideHas !== undefined) return 'some of them, and less of each'
  const less = typeof outside === 'function' ? [] : Object.keys(outside)
  return less.length === 0 ? 'all' : `without ${less.map((field) => `\`${field}\``).join(', ')}`
}

const tableOf = (source: Source): string =>
  [
    `**${source.name === '' ? 'Ids without a word in front' : `\`${source.name}-\``}.** Shared care: ${shared(source)}.`,
    '',
    '| Ours | In FHIR |',
    '| --- | --- |',
    ...Object.entries(source.fields).map(([field, place]) => `| \`${field}\` | ${inCell(place)} |`),
  ].join('\n')

export const fhirMappingPage = (): string =>
  [
    begin,
    ...fhirTypes.flatMap((type) => {
      const heading = `## ${type}\n`
      if (!isRowType(type)) return [heading, `${others[type] ?? ''}\n`]
      const sources: readonly Source[] = sourcesOf[type]
      const names = ['_id', '_lastUpdated', ...parametersOf(sources).keys()]
      return [
        heading,
        `Searched by ${names.map((name) => `\`${name}\``).join(', ')}.\n`,
        ...sources.map((source) => `${tableOf(source)}\n`),
      ]
    }),
  ].join('\n')
