import type { ReactNode } from 'react'

interface SectionProps {
  id: string
  title: string
  note?: string | undefined
  /** The whole content, if short enough to stand beside the heading. */
  line?: ReactNode
  /** Add or edit, in place. */
  action?: ReactNode
  children?: ReactNode
}

/** One section of the pathway page. Its id is the anchor to return to after saving. */
export const Section = ({ id, title, note, line, action, children }: SectionProps) => (
  <section
    className={`sf-card sf-part ${line === undefined ? '' : 'sf-part--line'}`}
    id={id}
    aria-labelledby={`${id}-title`}
  >
    <div className="sf-part__head">
      <h2 className="nhsuk-heading-s" id={`${id}-title`}>
        {title} {note !== undefined && <span className="sf-part__note">{note}</span>}
      </h2>
      {line !== undefined && <div className="sf-part__line">{line}</div>}
      {action}
    </div>
    {children}
  </section>
)

/** Labels with their values, as many side by side as there is room for. */
export const Pairs = ({ rows }: { rows: readonly [label: string, value: ReactNode][] }) => (
  <dl className="sf-pairs">
    {rows.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
