import { Button } from 'nhsuk-react-components'
import type { ReactNode } from 'react'
import { useOneAtATime } from './useOneAtATime.ts'

interface WorkButtonProps {
  /** The work of a press. The caller shows its errors. */
  work: () => Promise<unknown>
  look?: 'button' | 'link' | 'primary' | 'secondary'
  label?: string
  children: ReactNode
}

/** A button that sends something. It is busy until that is done and ignores further presses meanwhile. */
export const WorkButton = ({ work, look = 'button', label, children }: WorkButtonProps) => {
  const { isBusy, run } = useOneAtATime()
  const shared = {
    type: 'button',
    'aria-label': label,
    'aria-busy': isBusy,
    'aria-disabled': isBusy,
    onClick: () => void run(work),
  } as const
  return look === 'primary' || look === 'secondary' ? (
    <Button secondary={look === 'secondary'} {...shared}>
      {children}
    </Button>
  ) : (
    <button className={look === 'link' ? 'sf-link' : 'sf-button'} {...shared}>
      {children}
    </button>
  )
}
