import { createRoot } from 'react-dom/client'
import { guardAgainstForeignChanges } from '../../platform/page/foreignChanges.ts'
import { SiteFailed } from './SiteFailed.tsx'
import { nextTask } from '../../platform/ui/nextTask.ts'

const guard = guardAgainstForeignChanges()

/** Watches over the page shown in an element. */
export const watchOver = guard

/**
 * Replaces a page that React gave up on: explains the failure, and shows the page again on request. Typed input is in
 * the drafts by then, as whenever the user leaves a form (`web/platform/ui/useFormDraft.ts`).
 */
export const offerAgain = async (given: Element, show: (element: Element) => void): Promise<void> => {
  // React is still working on the old element, and may leave parts of the page in it.
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
