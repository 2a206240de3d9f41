import type { Profile } from '../../../contract/accounts/permissions.ts'

interface DemonstrationUser {
  userName: string
  familyName: string
  firstName: string
  roles: readonly Exclude<Profile, 'none'>[]
}

/** One sign-in of each kind, and one person with two roles. */
export const demonstrationUsers: readonly DemonstrationUser[] = [
  { userName: 'admissions', familyName: 'Whitaker', firstName: 'Carol', roles: ['Admissions'] },
  { userName: 'clinician', familyName: 'Nair', firstName: 'Priya', roles: ['Clinician'] },
  { userName: 'teamlead', familyName: 'Holroyd', firstName: 'Simon', roles: ['Team Lead'] },
  { userName: 'sysadmin', familyName: 'Okonkwo', firstName: 'Daniel', roles: ['System Administrator'] },
  { userName: 'infogov', familyName: 'Fairclough', firstName: 'Ruth', roles: ['Information Governance'] },
  { userName: 'external', familyName: 'Byrne', firstName: 'Aoife', roles: ['External'] },
  {
    userName: 'both',
    familyName: 'Marsden',
    firstName: 'Helen',
    roles: ['Clinician', 'System Administrator'],
  },
]

/**
 * Everybody's password, in demonstration data only. A real service has no accounts until its administrator creates them
 * (AU-11).
 */
export const demonstrationPassword = 'walking stick tuesday kettle'
