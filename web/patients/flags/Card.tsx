import type { ReactNode } from 'react'

interface CardProps {
  id: string
  title: string
  action?: ReactNode
  children: ReactNode
}

/** One section of the flags page; its id is the anchor that a save returns to. */
export const Card = ({ id, title, action, children }: CardProps) => (
  <section className="sf-card sf-part" id={id} aria-labelledby={`${id}-title`}>
    <div className="sf-part__head">
      <h2 className="nhsuk-heading-s" id={`${id}-title`}>
        {title}
      </h2>
      {action}
    </div>
    {children}
  </section>
)
