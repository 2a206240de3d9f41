import { useEffect, useState, type ReactNode } from 'react'
import { useArrivalWords } from '../../platform/ui/arrival.ts'
import { useShownPath } from './shownPath.ts'

/**
 * The heading and the banner of a screen may appear one after the other, and a screen reader is busy with the new page
 * at first.
 */
const togetherMs = 500
/**
 * The words are removed again, so that users who read line by line do not find them at the top of the page next to the
 * heading.
 */
const saidForMs = 3_000

/**
 * Announces the name of the new screen and of its patient. A screen reader announces a page that is loaded, but not a
 * screen that replaces another (docs/develop/screens.md). The first screen is loaded, so it is not announced here.
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
      {/* The words disappear together with their screen: after signing out, no patient's name may stay here for seconds
          (AU-16). */}
      {said === words && said}
    </div>
  )
}
