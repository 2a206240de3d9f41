import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Details } from 'nhsuk-react-components'
import { z } from 'zod'
import { listClients } from '../../../contract/exchange/client.ts'
import { auditDays, listAuditUsers, shortDays } from '../../../contract/insight/audit/auditQuestion.ts'
import { auditQuestions, type AuditQuestion } from '../../../contract/insight/audit/auditQuestionNames.ts'
import { requiredChoice } from '../../../contract/platform/fields/fields.ts'
import { nhsNumberSearch, searchNhsNumber } from '../../../contract/patients/search/search.ts'
import {
  unusualInWords,
  unusualMeans,
  unusualReasons,
} from '../../../contract/insight/audit/unusualReading.ts'
import { AuditSeal } from './AuditSeal.tsx'
import { call } from '../../platform/calls/api.ts'
import { ApiError } from '../../platform/calls/apiError.ts'
import { useMay } from '../../platform/session/session.ts'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { DayFields } from '../reports/PeriodFields.tsx'
import { AuditAnswer } from './AuditAnswer.tsx'
import type { Asked } from './asked.ts'
import { questionPurposes, questionTitles, usualDays } from './questions.ts'

/** Information Governance's questions to the audit trail. The question is in the address. */
export const AuditScreen = () => {
  const asked = useSearch({ from: '/falls/audit' })
  const { question } = asked
  return (
    <>
      <PageTitle tab="Audit">{questionTitles[question]}</PageTitle>
      <Questions chosen={question} />
      <p className="sf-purpose">
        {questionPurposes[question]}
        <span className="sf-off-paper"> Your question is in the audit trail too.</span>
      </p>
      {question === 'client' && <Clients />}
      {question === 'unusual' && <Meanings />}
      <Ask key={JSON.stringify(asked)} asked={asked} />
      <AuditAnswer asked={asked} />
      <AuditSeal />
    </>
  )
}

/** The register, which has no entry of its own in the menu. */
const Clients = () => {
  const mayApprove = useMay('fhirClient.approve')
  if (!mayApprove) return null
  return (
    <p className="sf-off-paper">
      Which systems may read, and who agreed to it, is under{' '}
      <Link to="/falls/fhir-clients">FHIR clients</Link>.
    </p>
  )
}

const Meanings = () => (
  <Details className="sf-off-paper">
    <Details.Summary>What counts as unusual</Details.Summary>
    <Details.Text>
      <p>Only records that were opened one by one count, not names on a list.</p>
      <ul>
        {unusualReasons.map((reason) => (
          <li key={reason}>
            <strong>{unusualInWords[reason]}.</strong> {unusualMeans[reason]}
          </li>
        ))}
      </ul>
    </Details.Text>
  </Details>
)

/** On a narrow screen the questions are a row that scrolls. */
const showChosen = (link: HTMLAnchorElement | null): void =>
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

const Questions = ({ chosen }: { chosen: AuditQuestion }) => (
  <nav className="sf-tabs sf-questions sf-off-paper" aria-label="Questions">
    <ul>
      {auditQuestions.map((question) => (
        <li key={question}>
          <Link
            to="/falls/audit"
            search={{ question }}
            {...(question === chosen && { 'aria-current': 'page', ref: showChosen })}
          >
            {questionTitles[question]}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

const Ask = ({ asked }: { asked: Asked }) => {
  if (asked.question === 'patient') return <AskOfPatient asked={asked} />
  if (asked.question === 'user') return <AskOfUser asked={asked} />
  if (asked.question === 'client') return <AskOfClient asked={asked} />
  return <AskOfDays asked={asked} />
}

interface AskProps {
  asked: Asked
}

const daysOf = ({ question, dateFrom, dateTo }: Asked) => {
  const usual = usualDays(question)
  return { dateFrom: dateFrom ?? usual.dateFrom, dateTo: dateTo ?? usual.dateTo }
}
const frame = { className: 'sf-card sf-report__ask sf-off-paper', submit: 'Ask' } as const

const noPatient = 'No patient with this NHS number is registered'

/** If the patient was opened from the record, only the days can be chosen. */
const AskOfPatient = ({ asked }: AskProps) => {
  const navigate = useNavigate()
  const { patientId } = asked
  const isKnown = patientId !== undefined
  const form = useZodForm(auditDays.and(isKnown ? z.object({ nhsNumber: z.string() }) : nhsNumberSearch), {
    nhsNumber: '',
    ...daysOf(asked),
  })
  return (
    <FormFrame
      form={form}
      {...frame}
      actions={
        isKnown && (
          <Link className="sf-button" to="/falls/audit" search={{ question: 'patient' }}>
            Another patient
          </Link>
        )
      }
      onSave={async ({ nhsNumber, dateFrom, dateTo }) => {
        const found = isKnown
          ? patientId
          : (await call(searchNhsNumber, { nhsNumber })).map((row) => row.patientId)[0]
        if (found === undefined) throw new ApiError(404, noPatient, { fields: { nhsNumber: noPatient } })
        await navigate({
          to: '/falls/audit',
          resetScroll: false,
          search: { question: 'patient', patientId: found, dateFrom, dateTo },
        })
      }}
    >
      {!isKnown && (
        <TextField
          form={form}
          name="nhsNumber"
          label="NHS Number"
          hint="For a patient without one, open the patient and choose “Who opened this patient”"
        />
      )}
      <DayFields form={form} />
    </FormFrame>
  )
}

const auditUsersQuery = queryOptions({
  queryKey: ['audit', 'users'],
  queryFn: () => call(listAuditUsers, {}),
  staleTime: 60_000,
})

const userForm = auditDays.and(z.object({ userId: requiredChoice('User required') }))

const AskOfUser = ({ asked }: AskProps) => {
  const navigate = useNavigate()
  const { data: users } = useQuery(auditUsersQuery)
  const form = useZodForm(userForm, { userId: asked.userId ?? '', ...daysOf(asked) } as never)
  return (
    <FormFrame
      form={form}
      {...frame}
      onSave={async ({ userId, dateFrom, dateTo }) => {
        await navigate({
          to: '/falls/audit',
          resetScroll: false,
          search: { question: 'user', userId, dateFrom, dateTo },
        })
      }}
    >
      <SelectField form={form} name="userId" label="User" options={users} offersKnown={false} />
      <DayFields form={form} />
    </FormFrame>
  )
}

const auditClientsQuery = queryOptions({
  queryKey: ['audit', 'clients'],
  queryFn: () => call(listClients, {}),
  staleTime: 60_000,
})

const clientForm = shortDays.and(z.object({ clientId: requiredChoice('FHIR client required') }))

const AskOfClient = ({ asked }: AskProps) => {
  const navigate = useNavigate()
  const { data } = useQuery(auditClientsQuery)
  const form = useZodForm(clientForm, { clientId: asked.clientId ?? '', ...daysOf(asked) } as never)
  return (
    <FormFrame
      form={form}
      {...frame}
      onSave={async ({ clientId, dateFrom, dateTo }) => {
        await navigate({
          to: '/falls/audit',
          resetScroll: false,
          search: { question: 'client', clientId, dateFrom, dateTo },
        })
      }}
    >
      <SelectField
        form={form}
        name="clientId"
        label="FHIR client"
        options={data?.clients}
        offersKnown={false}
      />
      <DayFields form={form} />
    </FormFrame>
  )
}

const AskOfDays = ({ asked }: AskProps) => {
  const navigate = useNavigate()
  const { question } = asked
  const form = useZodForm(question === 'unusual' ? shortDays : auditDays, daysOf(asked))
  return (
    <FormFrame
      form={form}
      {...frame}
      onSave={async ({ dateFrom, dateTo }) => {
        await navigate({ to: '/falls/audit', resetScroll: false, search: { question, dateFrom, dateTo } })
      }}
    >
      <DayFields form={form} />
    </FormFrame>
  )
}
