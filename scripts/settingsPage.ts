import { settingTable } from '../server/platform/settings/catalogue.ts'

const block = /(<!-- settings[^>]*-->\n)[^]*(<!-- end of settings -->)/

/** The page with the table of settings as the code has it. */
export const putSettings = (page: string): string => {
  if (!block.test(page)) throw new Error('The page has no place for the settings')
  return page.replace(block, (_, begin: string, end: string) => `${begin}\n${settingTable()}\n\n${end}`)
}
