import { useId, useState, type ReactNode } from 'react'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { onSignOut } from '../../platform/session/session.ts'
import { useIsPrinting } from '../../platform/ui/useIsPrinting.ts'

/**
 * The lists the user has unfolded, so that they are still open after returning from a form. In memory only (DP-7).
 */
const unfolded = new Set<string>()
onSignOut(() => unfolded.clear())

interface FoldedProps<R> {
  /** Identifies this list on the page. */
  name: string
  records: readonly R[]
  shownAtFirst: number
  /** Records that are always shown, even beyond the first few. */
  isKept?: (record: R) => boolean
  /** Text of the button, from the total number and the number hidden. */
  more: (all: number, hidden: number) => ReactNode
  children: (shown: readonly R[]) => ReactNode
}

/** Shows the first records of a list, and the rest behind a button. Prints all of them. */
export const Folded = <R,>({
  name,
  records,
  shownAtFirst,
  isKept = () => false,
  more,
  children,
}: FoldedProps<R>) => {
  const { pathway } = usePathway()
  const key = `${pathway.id} ${name}`
  const [isOpen, setOpen] = useState(() => unfolded.has(key))
  const isPrinting = useIsPrinting()
  const id = useId()
  const first = records.filter((record, place) => place < shownAtFirst || isKept(record))
  const hidden = records.length - first.length
  const toggle = (): void => {
    if (isOpen) unfolded.delete(key)
    else unfolded.add(key)
    setOpen(!isOpen)
  }
  return (
    <>
      <div id={id}>{children(isOpen || isPrinting ? records : first)}</div>
      {hidden > 0 && !isPrinting && (
        <button
          type="button"
          className="sf-button sf-fold"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
        >
          {isOpen ? 'Show fewer' : more(records.length, hidden)}
        </button>
      )}
    </>
  )
}
