const block = /(<!-- limits[^>]*-->\n)[^]*(<!-- end of limits -->)/

/** The page with the table of what other databases would refuse, as the schema and the code are now. */
export const putLimits = (page: string, table: string): string => {
  if (!block.test(page)) throw new Error('The page has no place for the limits')
  return page.replace(block, (_, begin: string, end: string) => `${begin}\n${table}\n\n${end}`)
}
