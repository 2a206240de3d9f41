/** Returns `none` if the table or column does not exist yet because its migration has not run. */
export const unlessNotMadeYet = async <Rows>(read: Promise<Rows>, none: Rows): Promise<Rows> => {
  try {
    return await read
  } catch (error) {
    if (!notMadeYet.includes((error as { code?: string }).code ?? '')) throw error
    return none
  }
}

const notMadeYet: readonly string[] = ['42P01', '42703']
