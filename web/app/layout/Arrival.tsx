import { useEffect, useState, type ReactNode } from 'react'
import { useArrivalWords } from '../../platform/ui/arrival.ts'
import { useShownPath } from './shownPath.ts'

/** The heading and the banner of a screen may come one after the other, and a screen reader is busy with the new page at first. */
const togetherMs = 500
/** Who reads the page line by line is not to find the words at its top, beside the heading itself. */
const saidForMs = 3_000

/**
 * Says the name of a screen that was come to, and of the patient whose it is: a screen reader tells that of a page that is loaded,
 * and not of one that took the place of another (docs/screen-readers.md). Not of the first, which is loaded.
 */
export const Arrival = (): ReactNode => {
  const path = useShownPath()
  const words = useArrivalWords()
  const [first, setFirst] = useState('')
  const [hasLeft, setLeft] = useState(false)
  const [said, setSaid] = useState('')
  if (first === '' && path !== '') setFirst(path)
  if (!hasLeft && first !== '' && path !== first) setLeft(true)

  useEffect(() => {
    if (!hasLeft || words === '') return
    const timer = setTimeout(() => setSaid(words), togetherMs)
    return () => clearTimeout(timer)
  }, [hasLeft, path, words])
  useEffect(() => {
    if (said === '') return
    const timer = setTimeout(() => setSaid(''), saidForMs)
    return () => clearTimeout(timer)
  }, [said])

  return (
    <div className="nhsuk-u-visually-hidden" aria-live="polite">
      {/* Words of a screen go away with it: after signing out, the name of a patient must not stand here for seconds more (AU-16). */}
      {said === words && said}
    </div>
  )
}
