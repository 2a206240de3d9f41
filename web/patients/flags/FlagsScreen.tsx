import { Link, useSearch } from '@tanstack/react-router'
import type { SafetyNets } from '../../../contract/patients/flags/safetyNets.ts'
import { usePatient } from '../frames/PatientFrame.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { PrintButton } from '../../platform/ui/PrintButton.tsx'
import { useScrollToSection } from '../../platform/ui/useScrollToSection.ts'
import { CapacityAssessments } from './CapacityAssessments.tsx'
import { Contacts } from './Contacts.tsx'
import { EndedFlags, OpenFlags } from './FlagLists.tsx'
import { openFlags } from './openFlags.ts'
import { FallsCalendarConsents } from './FallsCalendarConsents.tsx'
import { ReminderConsents } from './ReminderConsents.tsx'
import { SimilarNames } from './SimilarNames.tsx'
import { WithSafetyNets } from './WithSafetyNets.tsx'

/** Everything that keeps this patient safe on one page: flags, people with similar names, capacity and contacts. */
export const FlagsScreen = () => {
  const { id } = usePatient()
  return (
    <>
      <div className="sf-pathway__head">
        <PageTitle>Flags and contacts</PageTitle>
        <Link to="/falls/patient/view" search={{ id }}>
          Patient details
        </Link>
        <PrintButton />
      </div>
      <WithSafetyNets>{(nets) => <Sections nets={nets} />}</WithSafetyNets>
    </>
  )
}

const Sections = ({ nets }: { nets: SafetyNets }) => {
  const { section } = useSearch({ from: '/falls/patient' })
  useScrollToSection(section)
  const open = openFlags(nets)
  const ended = nets.flags.filter(({ endedAt }) => endedAt !== null)
  return (
    <>
      <OpenFlags flags={open} />
      {nets.similarNames.length > 0 && <SimilarNames nets={nets} />}
      <Contacts nets={nets} />
      <ReminderConsents nets={nets} />
      <FallsCalendarConsents nets={nets} />
      <CapacityAssessments nets={nets} />
      {ended.length > 0 && <EndedFlags flags={ended} />}
    </>
  )
}
