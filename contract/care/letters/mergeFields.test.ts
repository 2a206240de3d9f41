import { describe, expect, it } from 'vitest'
import { blocksOf } from './letterText.ts'
import { fillIn, unknownFields } from './mergeFields.ts'
import { letterTemplateForm } from './template.ts'
import { hasLooseBraces, openPart } from './templateWords.ts'

const filled = (text: string) => fillIn(text, { today: '24 November 2026' }, (title) => `[${title}]`)

describe('a field in the words of a letter', () => {
  it.each([
    ['{{today}}', '24 November 2026', []],
    ['{{ today }}', '24 November 2026', []],
    ['{{\n today\t}}.', '24 November 2026.', []],
    ['{{serviceTelephone}}', '[Telephone of the service]', []],
    ['{{nobody}} and {{ to day }}', '{{nobody}} and {{ to day }}', ['nobody', 'to day']],
    ['{{}}', '{{}}', ['']],
  ])('%j becomes %j', (text, becomes, unknown) => {
    expect(filled(text)).toBe(becomes)
    expect(unknownFields(text)).toEqual(unknown)
    expect(hasLooseBraces(text)).toBe(false)
  })

  it.each(['{{today', 'today}}', '{{today}}}}', '{{to{day}}'])('%j has loose braces', (text) => {
    expect(hasLooseBraces(text)).toBe(true)
  })
})

describe('a part of a template', () => {
  const values = { exercise: 'Otago', goals: null, equipment: ['Stick', 'Rail'], today: '24 November 2026' }
  const part = (text: string, leavesOut = false) => fillIn(text, values, (title) => `[${title}]`, leavesOut)

  it.each([
    ['{{#exercise}}Keep on.{{/exercise}}', 'Keep on.'],
    ['{{^exercise}}Begin.{{/exercise}}', ''],
    ['{{#goals}}Goals: {{goals}}{{/goals}}{{^goals}}No goals.{{/goals}}', 'No goals.'],
    ['One\n{{#exercise}}\nTwo\n{{/exercise}}\nThree', 'One\nTwo\nThree'],
    ['One\n{{#goals}}\nTwo\n{{/goals}}\nThree', 'One\nThree'],
    ['{{#exercise}}{{#goals}}Both{{/goals}}One{{/exercise}}', 'One'],
    ['{{#goals}}{{#exercise}}Both{{/exercise}}{{^exercise}}None{{/exercise}}{{/goals}}', ''],
    ['- {{equipment}}', '- Stick\n- Rail'],
    ['- Given: {{equipment}}.', '- Given: Stick.\n- Given: Rail.'],
    ['You have {{equipment}}.', 'You have Stick; Rail.'],
    ['- {{today}}: {{equipment}}', '- 24 November 2026: Stick\n- 24 November 2026: Rail'],
  ])('%j becomes %j', (text, becomes) => {
    expect(part(text)).toBe(becomes)
  })

  it.each([
    ['- Goals: {{goals}}', ''],
    ['- Goals: {{goals}}, {{today}}', '- Goals: [Goals of the latest treatment plan], 24 November 2026'],
    ['# Goals\n\n- {{goals}}\n\n# Exercise\n\n- {{exercise}}', '# Exercise\n\n- Otago'],
    ['# Plan\n\n## Goals\n\n- {{goals}}\n\n## Exercise\n\n{{exercise}}', '# Plan\n\n## Exercise\n\nOtago'],
    ['# Plan\n\n## Goals\n\n- {{goals}}\n\n# After\n\nWords', '# After\n\nWords'],
    ['Goals: {{goals}}', 'Goals: [Goals of the latest treatment plan]'],
  ])('of a letter that leaves out what is not there, %j becomes %j', (text, becomes) => {
    expect(part(text, true)).toBe(becomes)
  })

  it.each([
    ['{{#goals}}', 'goals'],
    ['{{/goals}}', 'goals'],
    ['{{#goals}}{{#exercise}}{{/goals}}{{/exercise}}', 'goals'],
    ['{{#goals}}{{/goals}}', null],
  ])('%j leaves open %j', (text, open) => {
    expect(openPart(text)).toBe(open)
  })
})

describe('a line of a letter', () => {
  it.each([
    ['#  Your visit', { kind: 'heading', text: 'Your visit' }],
    ['-   a stick', { kind: 'list', items: ['a stick'] }],
    ['#no heading', { kind: 'paragraph', lines: ['#no heading'] }],
  ])('%j is %j', (line, block) => {
    expect(blocksOf(line)).toEqual([block])
  })
})

// IO-12: these took minutes when the running time grew with the cube of the number of blanks.
it('the longest words are looked through, whatever stands in them', () => {
  const template = {
    ...{
      name: 'Invitation',
      recipient: 'patient',
      occasion: 'other',
      documentTypeId: '1',
      title: 'Your visit',
    },
    body: `{{${' '.repeat(11_997)}x`,
  }
  expect(letterTemplateForm.safeParse(template).error?.issues[0]?.message).toContain(
    'two braces on each side',
  )
  expect(blocksOf(`# ${' '.repeat(11_996)}\u2028x`)).toHaveLength(1)
})
