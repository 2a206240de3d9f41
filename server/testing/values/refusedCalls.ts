import {
  changePassword,
  forgotPasswordEmail,
  forgotPasswordSms,
  openExternalSearch,
  openSignIn,
  resetPassword,
  resetPasswordSms,
} from '../../../contract/accounts/account.ts'
import { checkPatient, tracePerson } from '../../../contract/exchange/pds/pds.ts'
import { fetchFromErs } from '../../../contract/exchange/incoming/ers.ts'
import { getAddress, searchAddress } from '../../../contract/reference/addressLookup.ts'
import { downloadDocument } from '../../../contract/pathways/document.ts'
import {
  addDeprivationPart,
  adoptDeprivation,
  startDeprivation,
} from '../../../contract/reference/deprivation.ts'
import { dropDraft, keepDraft, listDrafts } from '../../../contract/platform/calls/draft.ts'
import type { Endpoint, InputOf } from '../../../contract/platform/calls/endpoint.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  removePasskey,
} from '../../../contract/accounts/passkey.ts'
import { beginProvider, getProvider, nameAtProvider } from '../../../contract/accounts/provider.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSessions,
  liftSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../../../contract/accounts/security.ts'
import {
  addImportPart,
  applyImport,
  checkImport,
  startImport,
} from '../../../contract/reference/organisationImport.ts'
import { destroyRecord } from '../../../contract/governance/retention.ts'
import { getSubjectArchive } from '../../../contract/governance/subjectRequest.ts'
import {
  downloadSubmission,
  getSubmission,
  listFindings,
  startSubmission,
} from '../../../contract/insight/csds/submission.ts'
import { openReportRun, removeReportRun, startReportRun } from '../../../contract/insight/reportRun.ts'
import type { KnownCall } from '../known/knownCall.ts'
import type { Wire } from './request.ts'

const refused = <E extends Endpoint>(call: E, input: InputOf<E>): KnownCall => ({
  call,
  input: async () => input as Wire,
  patientData: null,
  saves: [],
})

const chosen = 'four tall lamps in a row'
const unknown = 'unknown'
const nobody = 999_999

/**
 * The calls whose success ends a session, changes how somebody signs in, hands out a file, needs a file or another
 * service first or keeps a person's own unsaved work or reports: they are proved beside their features. Here with input of the right form that is refused or changes nothing, for what must hold even then.
 */
export const refusedCalls: readonly KnownCall[] = [
  refused(changePassword, { password: unknown, newPassword: chosen, confirmNewPassword: chosen }),
  refused(forgotPasswordEmail, { username: unknown }),
  refused(forgotPasswordSms, { username: unknown }),
  refused(resetPassword, { password: chosen, confirmNewPassword: chosen, code: unknown, userId: nobody }),
  refused(resetPasswordSms, {
    userName: unknown,
    code: '12345678',
    password: chosen,
    confirmNewPassword: chosen,
  }),
  refused(openSignIn, { userId: nobody }),
  refused(openExternalSearch, { userId: nobody }),
  refused(endSessions, { sessionId: nobody }),
  refused(beginSecondFactor, { password: unknown }),
  refused(confirmSecondFactor, { code: '000000' }),
  refused(removeSecondFactor, { password: unknown, code: '000000' }),
  refused(renewRecoveryCodes, { password: unknown, code: '000000' }),
  refused(liftSecondFactor, { userId: nobody }),
  refused(getProvider, {}),
  refused(beginProvider, { binding: 'b'.repeat(43) }),
  refused(beginPasskey, { password: unknown }),
  refused(addPasskey, {
    response: {
      ...{ id: unknown, rawId: unknown, type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON: unknown, attestationObject: unknown },
    },
  }),
  refused(removePasskey, { id: nobody, password: unknown }),
  refused(beginPasskeySignIn, {}),
  refused(nameAtProvider, { userId: nobody, identifier: unknown }),
  refused(downloadDocument, { id: nobody }),
  refused(getSubjectArchive, { id: nobody }),
  refused(destroyRecord, { id: nobody, patientId: nobody }),
  refused(searchAddress, { text: unknown }),
  refused(tracePerson, { familyName: unknown, dateOfBirth: '1940-01-01' }),
  refused(checkPatient, { patientId: nobody }),
  refused(getAddress, { id: unknown }),
  refused(fetchFromErs, { ubrn: '000000000000' }),
  refused(startImport, { fileName: 'epraccur.csv' }),
  refused(addImportPart, { id: nobody, part: 1, text: 'A' }),
  refused(checkImport, { id: nobody }),
  refused(applyImport, { id: nobody }),
  refused(startDeprivation, { fileName: 'postcodes.csv' }),
  refused(addDeprivationPart, { id: nobody, text: 'Postcode,Decile\nZZ90 1AP,3' }),
  refused(adoptDeprivation, { id: nobody }),
  refused(startReportRun, { reportName: unknown, dateFrom: '2026-01-01', dateTo: '2026-01-31' }),
  refused(openReportRun, { id: nobody, type: 'html' }),
  refused(startSubmission, { month: '2199-01', kind: 'check' }),
  refused(getSubmission, { id: nobody }),
  refused(listFindings, { id: nobody, rule: unknown }),
  refused(downloadSubmission, { id: nobody }),
  refused(removeReportRun, { id: nobody }),
  refused(listDrafts, {}),
  refused(keepDraft, { place: unknown, changes: {}, base: unknown }),
  refused(dropDraft, { place: unknown }),
]
