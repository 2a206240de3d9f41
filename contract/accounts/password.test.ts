import { describe, expect, it } from 'vitest'
import { changePasswordForm } from './account.ts'
import { fieldMessages } from '../platform/calls/fieldMessages.ts'
import { passwordProblem } from './password.ts'

const setting = { minimum: 12, words: ['priya.nair', 'Nair', 'Priya', 'Clinician', 'Example Vale Trust'] }

describe('AU-4: a new password', () => {
  it.each([
    ['eleven characters', 'kettle over', /at least 12/],
    ['eleven emoji, two units each', '🦶🐢🪑🧦🛁🧤🎩🧶🪴🕯🫖', /at least 12/],
    ['129 characters', `${'a heron stood '.repeat(9)}abc`, /128 characters or fewer/],
    ['one character over and over', 'aaaaaaaaaaaaa', /repeated/],
    ['one piece over and over', 'abcabcabcabca', /repeated/],
    ['a run upwards', '123456789:;<=', /run/],
    ['a run downwards', 'zyxwvutsrqponm', /run/],
    ['a row of keys', 'qwertyuiop[]', /run/],
    ['rows of keys', 'QwertyAsdfghZxc', /run/],
    ['columns of keys', '1qaz2wsx3edc', /run/],
    ['a row of keys and back', 'asdfghjkllkjhgfdsa', /run/],
    ['the user name and digits', 'priya.nair2026', /your name/],
    ['the user name with signs for letters', 'Pr1y@N@!r2026', /your name/],
    ['the role', 'Clinician!2026', /your role/],
    ['the product', 'SureFoot-Falls-1', /name of this service/],
    ['the organisation', 'ExampleValeTrust7', /your name/],
    ['the word password', 'P4ssw0rd!2026', /name of this service/],
  ])('is refused when it is %s', (_, password, reason) => {
    expect(passwordProblem(password, setting)).toMatch(reason)
  })

  it.each([
    ['twelve characters', 'kettle overt'],
    ['spaces at both ends', '  a heron stood  '],
    ['128 characters', 'a heron stood '.repeat(10).slice(0, 128)],
    ['no letters at all', '9381 4471 2205'],
    ['another script', 'журавль на болоте'],
    ['a run of keys among other words', 'qwerty over a weir'],
    ['a name among other words', 'nair walks a purple heron'],
  ])('may be %s', (_, password) => {
    expect(passwordProblem(password, setting)).toBeNull()
  })
})

describe('changing a password', () => {
  const whole = {
    password: 'old words here',
    newPassword: 'new words there',
    confirmNewPassword: 'new words there',
  }
  const messagesOf = (typed: object) => {
    const checked = changePasswordForm.safeParse({ ...whole, ...typed })
    return checked.success ? {} : fieldMessages(checked.error)
  }
  it.each([
    ['nothing wrong', {}, {}],
    [
      'all blank',
      { password: '', newPassword: '', confirmNewPassword: '' },
      {
        password: 'Please your current password',
        newPassword: 'Please enter your new password',
        confirmNewPassword: 'Please confirm your new password',
      },
    ],
    ['no current password', { password: '' }, { password: 'Please your current password' }],
    [
      'the same again',
      { newPassword: 'old words here', confirmNewPassword: 'old words here' },
      { newPassword: 'New password cannot be the same as your current password' },
    ],
    [
      'another confirmation',
      { confirmNewPassword: 'new words' },
      { confirmNewPassword: 'New password and confirm new password do not match' },
    ],
    [
      'another confirmation and no current password',
      { password: '', confirmNewPassword: 'new words' },
      {
        password: 'Please your current password',
        confirmNewPassword: 'New password and confirm new password do not match',
      },
    ],
    ['nothing sent', { password: undefined }, { password: 'Please your current password' }],
  ])('with %s', (_, typed, messages) => {
    expect(messagesOf(typed)).toEqual(messages)
  })
})
