import { useBlocker } from '@tanstack/react-router'

const question = 'You have changes that are not saved. Leave this page and lose them?'

/**
 * Asks before a page with unsaved work is left, by a link, the back button or closing the tab.
 * @param onGivenUp the person said that the work may be lost
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
