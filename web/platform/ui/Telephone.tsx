import { readTelephone, telephoneLink } from '../../../contract/platform/fields/telephone.ts'

interface TelephoneProps {
  /** Number and what stands beside it, as contract/platform/fields/telephone.ts says both. */
  said: string
  verb?: string
  className?: string
}

/** A number that is rung by pressing it, with what stands beside it. What is no single number is only shown. */
export const Telephone = ({ said, verb = '', className = 'sf-nowrap' }: TelephoneProps) => {
  const { number, note } = readTelephone(said) ?? { number: said, note: null }
  const link = telephoneLink(number)
  return (
    <>
      {link === null ? (
        <span className={className}>{number}</span>
      ) : (
        <a className={className} href={link}>
          {verb}
          {number}
        </a>
      )}
      {note !== null && ` (${note})`}
    </>
  )
}
