import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { bringTypedPerson, type TypedPerson } from './typedPerson.ts'

interface RegisterLinkProps {
  /** What was typed, or how to ask for it when the link is pressed. */
  typed: TypedPerson | (() => TypedPerson)
  className?: string
  children: ReactNode
}

/** To the form of a new patient, which begins with what was typed into the search. */
export const RegisterLink = ({ typed, className, children }: RegisterLinkProps) => (
  <Link
    className={className}
    to="/falls/patient/demographics"
    search={{ id: 0, newReferral: true }}
    onClick={() => bringTypedPerson(typeof typed === 'function' ? typed() : typed)}
  >
    {children}
  </Link>
)
