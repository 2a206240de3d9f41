import { Radios } from 'nhsuk-react-components'
import type { UseFormReturn } from 'react-hook-form'
import { labels } from '../../../contract/platform/words/labels.ts'
import type { LookupTyped, LookupValues } from '../../../contract/reference/lookupCalls.ts'
import { profiles, type Profile } from '../../../contract/accounts/permissions.ts'
import { messageOf } from '../../platform/ui/fields.tsx'

/** What a profile allows, in a sentence. */
const allows: Record<Profile, string> = {
  Admissions: 'Registers patients, records referrals and what follows them',
  Clinician: 'Registers patients, records referrals and what follows them',
  'Team Lead': 'As a clinician, and may reopen closed referrals and restore what was deleted',
  'System Administrator': 'Keeps users, roles and lists; sees no patient',
  'Information Governance': 'Reads records and the audit trail; changes nothing',
  External: 'Looks up one patient at a time; changes nothing',
  none: 'Nothing but their own account',
}

/** The protected profile of a role. Rights depend on it and never on the name (AZ-3). */
export const ProfileField = ({ form }: { form: UseFormReturn<LookupTyped, unknown, LookupValues> }) => (
  <Radios
    id="profile"
    legend={labels.lookup.profile}
    hint="What users with this role may do, whatever its name. It applies at once."
    error={messageOf(form, 'profile')}
    small
  >
    {profiles.map((profile) => (
      <Radios.Item key={profile} value={profile} hint={allows[profile]} {...form.register('profile')}>
        {profile === 'none' ? 'None' : profile}
      </Radios.Item>
    ))}
  </Radios>
)
