import { useBlocker } from '@tanstack/react-router'

const question = 'You have changes that are not saved. Leave this page and lose them?'

/** Asks before a page with unsaved work is left, by a link, the back button or closing the tab. */
export const useLeaveGuard = (isHolding: () => boolean): void => {
  useBlocker({
    shouldBlockFn: () => isHolding() && !window.confirm(question),
    enableBeforeUnload: isHolding,
  })
}
