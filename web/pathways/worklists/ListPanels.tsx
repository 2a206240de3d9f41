import { useId, useState, type ReactNode } from 'react'

interface Panel {
  name: string
  /** Shown beside the name, such as the number of active filters. */
  said?: string | null
  content: ReactNode
}

/** Buttons that each open a panel below them, one at a time. */
export const ListPanels = ({ panels }: { panels: readonly Panel[] }) => {
  const [open, setOpen] = useState<string | null>(null)
  const id = useId()
  const shown = panels.find(({ name }) => name === open)
  return (
    <>
      <div className="sf-panels">
        {panels.map(({ name, said }) => (
          <button
            key={name}
            type="button"
            className="sf-button"
            aria-expanded={open === name}
            aria-controls={id}
            onClick={() => setOpen(open === name ? null : name)}
          >
            {name}
            {said != null && ` (${said})`} <span aria-hidden="true">{open === name ? '▴' : '▾'}</span>
          </button>
        ))}
      </div>
      <section
        id={id}
        className="sf-panel sf-card"
        hidden={shown === undefined}
        aria-label={open ?? undefined}
      >
        {shown?.content}
      </section>
    </>
  )
}
