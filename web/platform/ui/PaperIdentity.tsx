import { formatDate, formatNhsNumber } from '../../../contract/platform/words/format.ts'

interface PaperIdentityProps {
  person: { dateOfBirth: string | null; nhsNumber: string | null }
}

/** On paper a row identifies its person by more than the name, which others may share. */
export const PaperIdentity = ({ person: { dateOfBirth, nhsNumber } }: PaperIdentityProps) => (
  <span className="sf-on-paper">
    {' '}
    <span className="sf-nowrap">Born {formatDate(dateOfBirth)},</span>{' '}
    <span className="sf-nowrap" translate="no">
      NHS No. {formatNhsNumber(nhsNumber)}
    </span>
  </span>
)
