import { likelihoods, ratingOf, severities, type Hazard, type Risk } from './hazard.ts'

const riskWords = (risk: Risk): string =>
  `${severities[risk.severity]} (${risk.severity}) × ${likelihoods[risk.likelihood]} (${risk.likelihood}) = **${ratingOf(risk)}**`

const owners = { maker: 'who makes the product', service: 'the service that uses it' } as const

const section = (hazard: Hazard): string =>
  [
    `## ${hazard.id}: ${hazard.title}`,
    hazard.description,
    `- Causes: ${hazard.causes.join('; ')}.\n- Effect: ${hazard.effect}\n- Initial risk: ${riskWords(hazard.initial)}\n- Residual risk: ${riskWords(hazard.residual)}\n- Status: ${hazard.status}. Left to ${owners[hazard.owner]}: ${hazard.left}`,
    ...hazard.controls.map(
      ({ says, code, shownBy }, index) =>
        `**Control ${index + 1}.** ${says} Begins in \`${code}\`.\n\n${shownBy
          .map(({ file, title }) => `- \`${file}\`${title === null ? '' : `: ${title}`}`)
          .join('\n')}`,
    ),
  ].join('\n\n')

const overview = (hazards: readonly Hazard[]): string =>
  [
    '| Hazard | | Initial | Residual | Status |\n| --- | --- | --- | --- | --- |',
    ...hazards.map(
      ({ id, title, initial, residual, status }) =>
        `| ${id} | ${title} | ${ratingOf(initial)} | ${ratingOf(residual)} | ${status} |`,
    ),
  ].join('\n')

/** docs/safety/hazards.md. */
export const hazardPage = (hazards: readonly Hazard[]): string =>
  [
    '# Hazard log',
    'Made from `scripts/safety/hazardLog.ts` by `npm run safety -- --write`; a test fails when the two differ. How it is used, and the words of the scales: [safety case](README.md).',
    '**A draft. Severity and likelihood are the view of those who make the product, not of a clinician. A registered clinician, as Clinical Safety Officer, must review every line and own the log before the product is used for patients.**',
    overview(hazards),
    ...hazards.map(section),
    '',
  ].join('\n\n')
