import { readTelephone, telephoneLink } from '../../contract/telephone.ts'

interface TelephoneProps {
  /** Number and what stands beside it, as contract/telephone.ts says both. */
  said: string
  verb?: string
  className?: string
}

/** A number that is rung by pressing it, with what stands beside it. */
export const Telephone = ({ said, verb = '', className = 'sf-nowrap' }: TelephoneProps) => {
  const { number, note } = readTelephone(said) ?? { number: said, note: null }
  return (
    <>
      <a className={className} href={telephoneLink(number)}>
        {verb}
        {number}
      </a>
      {note !== null && ` (${note})`}
    </>
  )
}
