/** What a screen is for, what saving it does, and who can help further. */
export interface HelpTopic {
  /** In the address of its page. */
  id: string
  title: string
  /** Screens that it explains, in the words of the site map. */
  screens: readonly string[]
  /** What the screen is for, and how it is used: one paragraph each. */
  about: readonly string[]
  /** What happens on save, where something can be saved. */
  onSave?: string
  /** Whom to ask. */
  ask: string
}

export const ask = {
  lead: 'A Team Lead of your service.',
  administrator: 'A system administrator of your service.',
  governance: 'The information governance lead of your service.',
  service: 'The falls service that gave you your sign-in.',
} as const
