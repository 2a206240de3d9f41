import { formatDateTime } from '../../../contract/platform/words/format.ts'
import {
  getSubjectArchive,
  releaseSubjectRequest,
  type SubjectRequest,
} from '../../../contract/governance/subjectRequest.ts'
import { call } from '../../platform/calls/api.ts'
import { download } from '../../platform/calls/download.ts'
import { toast } from '../../platform/ui/Toast.tsx'
import { useConfirm } from '../../platform/ui/useConfirm.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { forgetSubjectRequests } from './subjectRequestQueries.ts'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'

/** How many parts are left to decide, the release, and the archives. */
export const Release = ({ request, left }: { request: SubjectRequest; left: number }) => {
  const { id, version, patientId, items, parts, copies, releasedAt, releasedBy } = request
  const { problem, attempt } = useAttempt()
  const { ask, dialog } = useConfirm()
  const withheld = items.filter(({ isReleased }) => isReleased === false).length
  const release = () =>
    attempt(async () => {
      const isMeant = await ask(
        {
          title: 'Release this record?',
          confirm: 'Yes, release it',
          says: (
            <p>
              {items.length - withheld} parts will be handed over and {withheld} withheld. Your name and the
              time go on record.
            </p>
          ),
        },
        () => call(releaseSubjectRequest, { id, version, patientId }),
      )
      if (!isMeant) return
      toast('Released')
      await forgetSubjectRequests()
    })
  const fetchPart = (part: number) =>
    attempt(async () => {
      try {
        await download(getSubjectArchive, { id, part })
      } finally {
        await forgetSubjectRequests()
      }
    })
  return (
    <section className="sf-card sf-part" aria-labelledby="release">
      <h2 className="nhsuk-heading-m" id="release">
        Release
      </h2>
      {problem}
      {releasedAt !== null && (
        <p>
          Released {formatDateTime(releasedAt)} by {releasedBy}.
        </p>
      )}
      {left > 0 ? (
        <p>
          {left} of {items.length} parts {left === 1 ? 'is' : 'are'} still to be decided below.
        </p>
      ) : releasedAt === null ? (
        <>
          <p>
            All {items.length} parts are decided, {withheld} of them withheld.
          </p>
          <WorkButton work={release}>Release</WorkButton>
        </>
      ) : (
        <>
          <p>
            The archive holds a page to read, the same as JSON and CSV, and the documents. It is not
            encrypted: hand it over in person or by a secure method, and delete your own copy afterwards.
          </p>
          <p className="sf-actions">
            {Array.from({ length: parts }, (_, index) => (
              <WorkButton key={index} work={() => fetchPart(index + 1)}>
                {parts === 1 ? 'Save archive' : `Save archive, part ${index + 1} of ${parts}`}
              </WorkButton>
            ))}
          </p>
        </>
      )}
      {copies.length > 0 && (
        <ul>
          {copies.map(({ part, parts: of, madeAt, madeBy, sha256 }) => (
            <li key={`${madeAt}-${part}`} className="sf-checksum">
              {of === 1 ? 'Archive' : `Part ${part} of ${of}`} saved {formatDateTime(madeAt)} by {madeBy},
              SHA-256 {sha256}
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </section>
  )
}
