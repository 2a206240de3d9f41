import { ask, type HelpTopic } from './topic.ts'

/** Signing in, and the user's own account. */
export const account: readonly HelpTopic[] = [
  {
    id: 'sign-in',
    title: 'Sign in',
    screens: ['/login'],
    about: [
      'Sign in with your user name and password, a passkey, or your organisation, where these are set up. After several failures you have to wait; the message says how long.',
      'After a time without activity your session ends. What you had typed is kept for you and offered again when you come back to its form, also after a reload or a crash.',
    ],
    ask: ask.administrator,
  },
  {
    id: 'forgotten',
    title: 'Forgotten password',
    screens: ['/forgot', '/reset', '/reset-sms'],
    about: [
      'Ask for a link by e-mail or a code by text message. For your safety the page says the same whether or not an account was found. A link works once, within 30 minutes.',
    ],
    onSave: 'The new password is valid at once, and every session signed in as you is ended.',
    ask: ask.administrator,
  },
  {
    id: 'password',
    title: 'Change password',
    screens: ['/falls/password'],
    about: ['A long password that you use nowhere else. Several words are easier to remember than symbols.'],
    onSave: 'You are signed out everywhere, and sign in with the new password.',
    ask: ask.administrator,
  },
  {
    id: 'security',
    title: 'Account and safety',
    screens: ['/falls/security'],
    about: [
      'The second step at sign-in, passkeys, and where you are signed in. A sign-in that was not you? End it, change your password and tell your system administrator.',
      'Under Keyboard you turn off the key that goes to the search, for this browser.',
    ],
    ask: ask.administrator,
  },
  {
    id: 'help',
    title: 'Help, accessibility and privacy',
    screens: ['/falls/help', '/falls/help/$topic', '/accessibility', '/privacy'],
    about: ['These pages. “Help” at the top of each screen explains that screen without leaving it.'],
    ask: ask.administrator,
  },
]
