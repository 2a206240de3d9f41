import {
  mostInRound,
  sendForm,
  sendToTriage,
  usualRound,
  type CaseFindingView,
} from '../../../contract/exchange/caseFinding/caseFinding.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { call } from '../../platform/calls/api.ts'
import { Fields, useFieldsForm, type FieldList } from '../../platform/ui/DescribedFields.tsx'
import { StoredForm } from '../../platform/ui/StoredForm.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { forgetCaseFinding } from './caseFindingQueries.ts'
import { peopleInWords } from './inWords.ts'

/** Sends the next people of a list to triage. */
export const SendRound = ({ list: { id, version, toSend } }: { list: CaseFindingView }) => {
  const fields: FieldList<'count'> = [
    { text: 'count', isNumber: true, width: 4, hint: `At most ${mostInRound} at a time` },
  ]
  const form = useFieldsForm(sendForm, fields, { count: Math.min(usualRound, toSend) })
  return (
    <section className="sf-card sf-part" aria-labelledby="send">
      <h2 className="nhsuk-heading-m" id="send">
        Send to triage
      </h2>
      <p>
        Each becomes a referral to triage, to be decided within two working days like all others: send only as
        many as you can look at. Those whom NG249 names come first, then those with a red flag, then the order
        of the list.
      </p>
      <StoredForm
        key={version}
        form={form}
        version={version}
        submit="Send to triage"
        leave={forgetCaseFinding}
        save={({ count }, seen, options) => call(sendToTriage, { id, version: seen, count }, options)}
        done={async ({ sent }) => {
          toast(`${peopleInWords(sent)} sent to triage`)
          await forgetCaseFinding()
        }}
      >
        <Fields form={form} fields={fields} labels={labels.caseFindingList} />
      </StoredForm>
    </section>
  )
}
