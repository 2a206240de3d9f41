/** How a choice stands in a form: '' is none. */
export const idText = (id: number | null | undefined): string => (id == null ? '' : String(id))
