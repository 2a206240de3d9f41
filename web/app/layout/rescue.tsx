import { createRoot } from 'react-dom/client'
import { guardAgainstForeignChanges } from '../../platform/page/foreignChanges.ts'
import { SiteFailed } from './SiteFailed.tsx'
import { nextTask } from '../../platform/ui/nextTask.ts'

const guard = guardAgainstForeignChanges()

/** Watches over the page that is shown there. */
export const watchOver = guard

/**
 * In place of a page that React gave up: says so, and shows it again when it is asked to. What was typed has gone to the drafts by then,
 * as it does whenever a form is left (`web/platform/ui/useFormDraft.ts`).
 */
export const offerAgain = async (given: Element, show: (element: Element) => void): Promise<void> => {
  // React is still at work on the old one, and may leave parts of it behind.
  await nextTask()
  const element = given.cloneNode(false) as Element
  given.replaceWith(element)
  guard(element)
  const failed = createRoot(element)
  const showAgain = (): void => {
    failed.unmount()
    show(element)
  }
  failed.render(<SiteFailed showAgain={showAgain} />)
}
