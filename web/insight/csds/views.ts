/** The views of a submission. */
export const views = [
  { code: 'refused', title: 'What would be refused' },
  { code: 'fields', title: 'Field by field' },
  { code: 'counts', title: 'Counted twice' },
  { code: 'differences', title: 'Differences' },
] as const
export type View = (typeof views)[number]['code']

export const viewOf = (text: string | undefined): View =>
  views.find(({ code }) => code === text)?.code ?? 'refused'
