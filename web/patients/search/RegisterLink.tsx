import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { bringTyped, type Typed } from './typedPerson.ts'

interface RegisterLinkProps {
  /** What was typed, or how to ask for it when the link is pressed. */
  typed: Typed | (() => Typed)
  /** To the page that takes the referral too. */
  andRefer?: boolean
  className?: string
  children: ReactNode
}

/** To the form of a new patient, which begins with what was typed into the search. */
export const RegisterLink = ({ typed, andRefer = false, ...link }: RegisterLinkProps) => {
  const bring = (): void => bringTyped(typeof typed === 'function' ? typed() : typed)
  return andRefer ? (
    <Link {...link} to="/falls/register" onClick={bring} />
  ) : (
    <Link {...link} to="/falls/patient/demographics" search={{ id: 0, newReferral: true }} onClick={bring} />
  )
}
