import type { FastifyRequest } from 'fastify'
import { languageOf, type Language } from '../../../../contract/care/person/language.ts'
import { linkDays } from '../../../../contract/care/person/link.ts'
import { personPath } from '../service.ts'

/*
 * Three cookies: the visit, the device of the link, and the language; and for ten minutes a fourth while somebody is at
 * NHS login. No script and no other site gets them.
 */

const daySeconds = 24 * 60 * 60

const cookie = (name: string, value: string, isSecure: boolean, maxAge: number | null): string =>
  `${name}=${value}; Path=${personPath}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}${
    maxAge === null ? '' : `; Max-Age=${maxAge}`
  }`

const valueOf = ({ headers }: FastifyRequest, name: string, form: string): string | null =>
  new RegExp(`(?:^|;\\s*)${name}=(${form})(?:;|$)`).exec(headers.cookie ?? '')?.[1] ?? null

const token = '[\\w-]{43}'

export const visitToken = (request: FastifyRequest): string | null => valueOf(request, 'my-visit', token)
export const deviceToken = (request: FastifyRequest): string | null => valueOf(request, 'my-device', token)
export const languageIn = (request: FastifyRequest): Language =>
  languageOf(valueOf(request, 'my-language', '[a-z]{2}'))

/** Ends with the browser's session. */
export const visitCookie = (value: string, isSecure: boolean): string =>
  cookie('my-visit', value, isSecure, null)
export const visitCookieEnded = (isSecure: boolean): string => cookie('my-visit', '', isSecure, 0)
export const deviceCookie = (value: string, isSecure: boolean): string =>
  cookie('my-device', value, isSecure, linkDays * daySeconds)
export const languageCookie = (code: string, isSecure: boolean): string =>
  cookie('my-language', code, isSecure, 365 * daySeconds)

const nhsLoginSeconds = 10 * 60
export const nhsLoginBinding = (request: FastifyRequest): string | null =>
  valueOf(request, 'my-nhs-login', token)
/** Sent along when NHS login leads back, which is another site. */
export const nhsLoginCookie = (value: string, isSecure: boolean): string =>
  cookie('my-nhs-login', value, isSecure, nhsLoginSeconds).replace('SameSite=Strict', 'SameSite=Lax')
export const nhsLoginCookieEnded = (isSecure: boolean): string => cookie('my-nhs-login', '', isSecure, 0)
