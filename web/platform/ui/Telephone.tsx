import { readTelephone, telephoneLink } from '../../../contract/platform/fields/telephone.ts'

interface TelephoneProps {
  /** The number and its note, in the form of contract/platform/fields/telephone.ts. */
  said: string
  verb?: string
  className?: string
}

/** A link that rings the number, with its note. Text that is not a single number is only shown. */
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
