import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/** Leaves a form without saving it. */
export const CancelLink = createLink((props: ComponentProps<'a'>) => (
  <a {...props} className="sf-cancel">
    Cancel
  </a>
))
