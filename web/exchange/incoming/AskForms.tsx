import { useNavigate } from '@tanstack/react-router'
import {
  answerForm,
  askForm,
  askForMore,
  recordAnswer,
  type IncomingView,
} from '../../../contract/exchange/incoming/incomingReferral.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { addWorkingDays } from '../../../contract/platform/dates/workingDays.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { call } from '../../platform/calls/api.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { Fields, useFieldsForm, type FieldList } from '../../platform/ui/DescribedFields.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { StoredForm } from '../../platform/ui/StoredForm.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { forgetIncoming } from './incomingQueries.ts'

const useBack = (id: number) => {
  const navigate = useNavigate()
  return async (said: string): Promise<void> => {
    await forgetIncoming()
    toast(said)
    await navigate({
      to: '/falls/incoming-referral',
      search: { id },
      replace: true,
    })
  }
}

/** Asks the sender for more. */
export const Ask = ({ view: { id, version, told } }: { view: IncomingView }) => {
  const back = useBack(id)
  const fields: FieldList<'askedWhat' | 'chaseDate'> = [
    { lines: 'askedWhat', rows: 3, hint: 'For example, which GP practice the person is with' },
    { day: 'chaseDate', hint: 'If no answer has come by then, it is due again' },
  ]
  const form = useFieldsForm(askForm, fields, { chaseDate: addWorkingDays(addDays(today(), 1), 1) })
  const reach = [told?.sender.telephone, told?.sender.email].filter(Boolean).join(', ')
  return (
    <>
      <PageTitle>Ask for more</PageTitle>
      <p className="sf-purpose">
        Ring or write to the sender
        {reach !== '' && (
          <>
            : <span translate="no">{[told?.sender.name, reach].filter(Boolean).join(', ')}</span>
          </>
        )}
        . This notes what you asked and when to ask again.
      </p>
      <StoredForm
        form={form}
        version={version}
        leave={() => back('Your changes were not saved')}
        save={(values, seen) => call(askForMore, { ...values, id, version: seen })}
        done={() => back('Noted. It waits for an answer')}
        actions={<CancelLink to="/falls/incoming-referral" search={{ id }} />}
      >
        <Fields form={form} fields={fields} labels={labels.incomingReferral} />
      </StoredForm>
    </>
  )
}

/** Records what the sender answered. */
const answerFields: FieldList<'answer'> = [{ lines: 'answer', rows: 4 }]

export const Answer = ({ view: { id, version, askedWhat } }: { view: IncomingView }) => {
  const back = useBack(id)
  const form = useFieldsForm(answerForm, answerFields, null)
  return (
    <>
      <PageTitle>Record the answer</PageTitle>
      <p className="sf-purpose">You asked: {askedWhat}</p>
      <StoredForm
        form={form}
        version={version}
        leave={() => back('Your changes were not saved')}
        save={(values, seen) => call(recordAnswer, { ...values, id, version: seen })}
        done={() => back('Answer saved. It is to be decided now')}
        actions={<CancelLink to="/falls/incoming-referral" search={{ id }} />}
      >
        <Fields form={form} fields={answerFields} labels={labels.incomingReferral} />
      </StoredForm>
    </>
  )
}
