/** The form value of a choice; '' means none. */
export const idText = (id: number | null | undefined): string => (id == null ? '' : String(id))
