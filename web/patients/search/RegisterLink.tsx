import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { bringTyped, type Typed } from './typedPerson.ts'

interface RegisterLinkProps {
  /** What was typed, or a function that reads it when the link is clicked. */
  typed: Typed | (() => Typed)
  /** Leads to the page that also records the referral. */
  andRefer?: boolean
  className?: string
  children: ReactNode
}

/** A link to the form of a new patient, which starts with what was typed into the search. */
export const RegisterLink = ({ typed, andRefer = false, ...link }: RegisterLinkProps) => {
  const bring = (): void => bringTyped(typeof typed === 'function' ? typed() : typed)
  return andRefer ? (
    <Link {...link} to="/falls/register" onClick={bring} />
  ) : (
    <Link {...link} to="/falls/patient/demographics" search={{ id: 0, newReferral: true }} onClick={bring} />
  )
}
