import { referralFormPath } from '../../settings/settings.ts'
import type { Frame } from './layout.ts'
import { addressOf, stoppedPage } from './pages.ts'
import type { Refusal } from './posts.ts'

interface Told {
  status: number
  title: string
  what: string
  again?: string
  link?: string
}

const check = { again: addressOf('check'), link: 'Back to your answers' }
const back = { again: addressOf('continue'), link: 'Back to the form' }

const told: Record<Refusal, Told> = {
  gone: {
    status: 410,
    title: 'Your answers are no longer here',
    what: 'We delete answers after 2 hours, or your browser did not keep our cookie. Nothing was sent.',
  },
  program: {
    status: 400,
    title: 'We could not accept this',
    what: 'It looked as if a program, not a person, filled in the form. Nothing was sent. If you are a person, please try again, and do not let your browser fill in the form for you.',
    ...back,
  },
  elsewhere: {
    status: 403,
    title: 'Please open the form here',
    what: 'What you sent came from a page of somebody else. Nothing was sent.',
  },
  unreadable: {
    status: 400,
    title: 'We could not read this',
    what: 'What your browser sent is not in the form that we expect. Nothing was sent.',
    ...back,
  },
  tooFast: {
    status: 429,
    title: 'Please wait a moment',
    what: 'The form was filled in faster than a person can. Nothing was sent. Your answers are still here: please wait 10 seconds, read them once more, and send them again.',
    ...check,
  },
  tooOften: {
    status: 429,
    title: 'Please wait a minute',
    what: 'Many forms came from your network just now. Nothing was sent. Your answers are still here: please wait a minute and try again.',
    ...back,
  },
  tooLarge: {
    status: 413,
    title: 'This is too long',
    what: 'You wrote more than the form can carry. Nothing was sent. Please go back and shorten it.',
    ...back,
  },
  full: {
    status: 503,
    title: 'The form is very busy',
    what: 'Too many people, or a program, are using the form. Nothing was sent. Please try again later.',
  },
  busy: {
    status: 503,
    title: 'The form is busy',
    what: 'We could not go on just now. Nothing was sent. Your answers up to this page are still here: please try again in a moment.',
    ...back,
  },
  unconfirmed: {
    status: 503,
    title: 'We are not sure that it was sent',
    what: 'Please send it again: we never store the same referral twice.',
    ...check,
  },
  unknownPage: {
    status: 404,
    title: 'Page not found',
    what: 'There is no page of the form at this address.',
    link: 'Go to the form',
  },
  failed: {
    status: 500,
    title: 'Something went wrong on our side',
    what: 'Nothing was sent. Your answers up to this page are still here.',
    ...back,
  },
}

export const refusedPage = (frame: Frame, why: Refusal): { status: number; page: string } => {
  const { status, title, what, again = referralFormPath, link } = told[why]
  return {
    status,
    page: stoppedPage(frame, title, what, { again, ...(link === undefined ? {} : { link }) }),
  }
}
