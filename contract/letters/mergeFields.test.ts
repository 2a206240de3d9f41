import { describe, expect, it } from 'vitest'
import { blocksOf } from './letterText.ts'
import { fillIn, hasLooseBraces, unknownFields } from './mergeFields.ts'
import { letterTemplateForm } from './template.ts'

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

describe('a line of a letter', () => {
  it.each([
    ['#  Your visit', { kind: 'heading', text: 'Your visit' }],
    ['-   a stick', { kind: 'list', items: ['a stick'] }],
    ['#no heading', { kind: 'paragraph', lines: ['#no heading'] }],
  ])('%j is %j', (line, block) => {
    expect(blocksOf(line)).toEqual([block])
  })
})

// IO-12: these took minutes when the time grew with the cube of the blanks.
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
