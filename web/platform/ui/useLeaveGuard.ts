import { useBlocker } from '@tanstack/react-router'

const question = 'You have changes that are not saved. Leave this page and lose them?'

/**
 * Asks before the user leaves a page with unsaved work, by a link, the back button or closing the tab.
 * @param onGivenUp called when the user accepts that the work is lost
 */
export const useLeaveGuard = (isHolding: () => boolean, onGivenUp: () => void = () => undefined): void => {
  useBlocker({
    shouldBlockFn: () => {
      if (!isHolding()) return false
      if (!window.confirm(question)) return true
      onGivenUp()
      return false
    },
    enableBeforeUnload: isHolding,
  })
}
