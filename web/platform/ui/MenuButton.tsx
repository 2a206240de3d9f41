import { useEffect, useId, useRef, useState, type ReactNode } from 'react'

interface MenuButtonProps {
  face: ReactNode
  /** Entries with an address are links to a place on this page. */
  entries: readonly { label: string; href?: `#${string}`; act: () => void }[]
  className?: string
  /** Shown above the entries where the face has no room for all of it. */
  title?: string
}

/** A button that opens a short list of actions. Escape, and moving the focus or pressing outside, close it. */
export const MenuButton = ({ face, entries, className = '', title }: MenuButtonProps) => {
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()

  useEffect(() => {
    if (!isOpen) return
    const closeOutside = (event: Event) => {
      if (!frame.current?.contains(event.target as Node)) setOpen(false)
    }
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeByEscape)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', closeByEscape)
    }
  }, [isOpen])

  return (
    <div className={`sf-menu ${className}`} ref={frame}>
      <button
        type="button"
        ref={button}
        className="sf-menu__button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {face} <span aria-hidden="true">▾</span>
      </button>
      <ul className="sf-menu__list" id={id} hidden={!isOpen}>
        {title !== undefined && <li className="sf-menu__title">{title}</li>}
        {entries.map((entry) => (
          <li key={entry.label}>
            {entry.href === undefined ? (
              <button
                type="button"
                onClick={() => {
                  setOpen(false)
                  entry.act()
                }}
              >
                {entry.label}
              </button>
            ) : (
              <a
                href={entry.href}
                onClick={(event) => {
                  event.preventDefault()
                  setOpen(false)
                  entry.act()
                }}
              >
                {entry.label}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
