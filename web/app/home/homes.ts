import { homeStateOf, type HeldRole } from '../../../contract/accounts/session.ts'

/** The home screens that exist (specification); role names are matched without regard to case. */
const known = ['admissions', 'external', 'systemAdministrator'] as const

/**
 * The home of a role: the screen named after it, otherwise admissions for clinical profiles, otherwise an empty one.
 */
export const homePathOf = (role: HeldRole | undefined): string => {
  if (role === undefined) return '/falls/home'
  const named = known.find((name) => name.toLowerCase() === homeStateOf(role.name))
  if (named !== undefined) return `/falls/${named}`
  if (['Admissions', 'Clinician', 'Team Lead'].includes(role.profile)) return '/falls/admissions'
  if (role.profile === 'External') return '/falls/external'
  if (role.profile === 'System Administrator') return '/falls/systemAdministrator'
  return '/falls/home'
}
