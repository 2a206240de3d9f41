/** The purpose of a screen, what saving it does, and who can help further. */
export interface HelpTopic {
  /** The id in the address of its page. */
  id: string
  title: string
  /** The screens that it explains, as paths of the site map. */
  screens: readonly string[]
  /** What the screen is for and how to use it, one paragraph each. */
  about: readonly string[]
  /** What happens on save, if the screen can save. */
  onSave?: string
  /** Whom to ask for help. */
  ask: string
}

export const ask = {
  lead: 'A Team Lead of your service.',
  administrator: 'A system administrator of your service.',
  governance: 'The information governance lead of your service.',
  service: 'The falls service that gave you your sign-in.',
} as const
