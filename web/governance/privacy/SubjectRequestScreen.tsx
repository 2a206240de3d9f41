import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { Fields } from '../../platform/ui/DescribedFields.tsx'
import { today } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import {
  saveSubjectRequest,
  subjectRequestForm,
  type SubjectRequest,
} from '../../../contract/governance/subjectRequest.ts'
import { call } from '../../platform/calls/api.ts'
import { usePatient } from '../../patients/frames/PatientFrame.tsx'
import { PatientRecordNotFound } from '../../patients/frames/PatientRecordNotFound.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useCreateKey } from '../../platform/ui/useCreateKey.ts'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { CloseRequest } from './CloseRequest.tsx'
import { Release } from './Release.tsx'
import { Review } from './Review.tsx'
import { forgetSubjectRequests, subjectRequestQuery } from './subjectRequestQueries.ts'

/** A request of this patient to see what is held about them; id 0 records one. */
export const SubjectRequestScreen = () => {
  const { requestId } = useParams({ from: '/falls/patient/subject-request/$requestId' })
  return requestId === '0' ? <NewRequest /> : <Stored key={requestId} id={Number(requestId)} />
}

const NewRequest = () => {
  const { id: patientId } = usePatient()
  const navigate = useNavigate()
  const create = useCreateKey()
  const form = useZodForm(subjectRequestForm, { askedDate: today(), requester: '', identityChecked: '' })
  return (
    <>
      <PageTitle>Record a subject access request</PageTitle>
      <p>
        The answer is due one calendar month after the person asked. First make sure of their identity, or
        that they may act for this patient.
      </p>
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Record request"
        onSave={async (values) => {
          const { id } = await create((options) =>
            call(saveSubjectRequest, { id: 0, patientId, ...values }, options),
          )
          await forgetSubjectRequests()
          toast('Request recorded')
          await navigate({
            to: '/falls/patient/subject-request/$requestId',
            params: { requestId: String(id) },
            search: { id: patientId },
            replace: true,
          })
        }}
        actions={<CancelLink to="/falls/patient/view" search={{ id: patientId }} />}
      >
        <Fields
          form={form}
          labels={labels.subjectRequest}
          fields={[
            { day: 'askedDate' },
            { text: 'requester', hint: 'The patient, or who acts for them, and how they asked' },
            { text: 'identityChecked', hint: 'Such as passport seen, or power of attorney seen' },
          ]}
        />
      </FormFrame>
    </>
  )
}

const Stored = ({ id }: { id: number }) => {
  const patient = usePatient()
  const { data, error, refetch } = useQuery(subjectRequestQuery(id))
  if (data === undefined) return <LoadingOrFailed what="record" error={error} refetch={refetch} />
  return data.patientId === patient.id ? <Opened request={data} /> : <PatientRecordNotFound />
}

const Opened = ({ request }: { request: SubjectRequest }) => {
  const { askedDate, dueDate, requester, identityChecked, closedAt, closedNote, items } = request
  const left = items.filter(({ isReleased }) => isReleased === null).length
  return (
    <>
      <div className="sf-list__head">
        <PageTitle>Subject access request</PageTitle>
        <Link to="/falls/subject-requests">All requests</Link>
      </div>
      <p>
        Asked {formatDate(askedDate)} by: {requester}. Due {formatDate(dueDate)}. Identity checked:{' '}
        {identityChecked}.
      </p>
      {closedAt === null ? (
        <>
          <Release key={`release-${request.version}`} request={request} left={left} />
          <Review key={`review-${request.version}`} request={request} left={left} />
          {request.releasedAt === null && <CloseRequest request={request} />}
        </>
      ) : (
        <p className="sf-state">This request was closed: {closedNote}</p>
      )}
    </>
  )
}
