import { Link } from '@tanstack/react-router'
import type { Days, Figure } from '../../../contract/insight/dashboard/dashboard.ts'
import {
  arrowOf,
  formatFigure,
  movementOf,
  targetOf,
} from '../../../contract/insight/dashboard/dashboardWords.ts'

/** The figures, each with its target, the previous period and its definition. */
export const Figures = ({ figures, period }: { figures: readonly Figure[]; period: Days }) => (
  <section aria-labelledby="figures">
    <h2 className="nhsuk-u-visually-hidden" id="figures">
      Figures
    </h2>
    <ul className="sf-figures">
      {figures.map((figure) => (
        <li key={figure.id} className="sf-figure">
          <p className="sf-figure__part">{figure.part}</p>
          <h3 className="sf-figure__title" id={`figure-${figure.id}`}>
            {figure.title}
          </h3>
          <p className="sf-figure__value">{formatFigure(figure.value, figure.unit)}</p>
          {figure.beside !== undefined && <p className="sf-figure__beside">{figure.beside}</p>}
          <Movement figure={figure} />
          <Target figure={figure} />
          <Definition figure={figure} period={period} />
        </li>
      ))}
    </ul>
  </section>
)

const Movement = ({ figure }: { figure: Figure }) => {
  const movement = movementOf(figure)
  return (
    <p className={`sf-figure__movement sf-figure__movement--${movement.verdict ?? 'neither'}`}>
      <span aria-hidden="true">{arrowOf(movement)} </span>
      {movement.words}
    </p>
  )
}

const Target = ({ figure }: { figure: Figure }) => {
  const { isMet, words } = targetOf(figure)
  return (
    <p className={isMet === false ? 'sf-figure__target sf-figure__target--missed' : 'sf-figure__target'}>
      {words}
    </p>
  )
}

const Definition = ({ figure, period }: { figure: Figure; period: Days }) => {
  const { id, title, definition, reportName: report, reportTitle, section, row, column, hasPeople } = figure
  return (
    <details className="sf-figure__definition">
      <summary>
        What is counted<span className="nhsuk-u-visually-hidden">: {title}</span>
      </summary>
      {definition.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p>
        <Link to="/falls/reports" search={{ report, ...period }} aria-describedby={`figure-${id}`}>
          Show the report {reportTitle}
        </Link>
      </p>
      {hasPeople && figure.value !== null && figure.value > 0 && (
        <p>
          <Link
            to="/falls/reports"
            search={{ report, ...period, section, row, column, of: title }}
            aria-describedby={`figure-${id}`}
          >
            Show who they are
          </Link>
        </p>
      )}
    </details>
  )
}
