import { z } from 'zod'
import { endpoint } from '../platform/calls/endpoint.ts'
import { existingId } from '../platform/fields/fields.ts'
import { typeField } from './client.ts'

/*
 * Apps that signed-in staff open (SMART App Launch). The app sends the browser to a screen of the product with what it
 * asks for; the user allows or refuses it there, and the browser goes back (decision 150).
 */

/** The screen, as the authorisation endpoint that apps find. */
export const appLaunchPath = '/falls/app-launch'

const longest = { word: 500, address: 2_000, scope: 4_000 } as const
const text = (most: keyof typeof longest) =>
  z.string({ error: 'This must be text' }).max(longest[most], 'This is too long')

/**
 * What an app sends, in the words of OAuth. Whatever is missing is refused by the server, in words for the app. Which app
 * it is and where it goes on is empty if it did not say so.
 */
const asked = {
  responseType: text('word').optional(),
  appId: text('word'),
  redirectUri: text('address'),
  scope: text('scope').optional(),
  state: text('address').optional(),
  aud: text('address').optional(),
  codeChallenge: text('word').optional(),
  codeChallengeMethod: text('word').optional(),
  launch: text('word').optional(),
}

const nullableText = z.string().nullable()
const person = z.object({
  patientId: z.int(),
  familyName: z.string(),
  firstName: nullableText,
  namePrefix: nullableText,
  nhsNumber: nullableText,
  dateOfBirth: nullableText,
})
export type LaunchPerson = z.output<typeof person>

/** What an app wants, in the order in which the screen says it. */
const wish = z.object({
  name: z.string(),
  organisation: z.string(),
  types: z.array(typeField),
  /** It reads of one patient alone. */
  isOfOnePatient: z.boolean(),
  /** The patient of the referral from which it was opened; null if none is known yet. */
  patient: person.nullable(),
  /** A patient must be chosen before it may read. */
  mustChoose: z.boolean(),
  /** For how many seconds it may read, while the user stays signed in. */
  seconds: z.int(),
  /** Where the browser goes when the user refuses. */
  refusedTo: z.string(),
})
export type LaunchWish = z.output<typeof wish>

export const askLaunch = endpoint({
  method: 'POST',
  path: '/api/fhirLaunch/ask',
  takesNoKey: true,
  summary: 'What an app asks of the signed-in user; one part of the reply is given',
  input: z.object(asked),
  reply: z.object({
    /** Why the browser must not go back to the app. */
    stopped: nullableText,
    /** Where the browser goes back to at once, with an error for the app. */
    returnTo: nullableText,
    wish: wish.nullable(),
  }),
})

export const allowLaunch = endpoint({
  method: 'POST',
  path: '/api/fhirLaunch/allow',
  takesNoKey: true,
  summary: 'Let an app read what it asked for, and go back to it with a code',
  input: z.object({
    ...asked,
    /** The patient who was chosen, if one had to be. */
    patientId: existingId().optional(),
  }),
  reply: z.object({ returnTo: z.string() }),
})

export const listApps = endpoint({
  method: 'GET',
  path: '/api/fhirLaunch/apps',
  summary: 'The apps that can be opened from a referral, by name',
  input: z.object({}),
  reply: z.array(z.object({ id: z.int(), name: z.string() })),
})

export const openApp = endpoint({
  method: 'POST',
  path: '/api/fhirLaunch/open',
  takesNoKey: true,
  summary: 'Open an app about a patient, at an address that works once within a minute',
  input: z.object({ clientId: existingId(), patientId: existingId() }),
  reply: z.object({ address: z.string() }),
})

export const launchEndpoints = [askLaunch, allowLaunch, listApps, openApp] as const
