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
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useCreateKey } from '../../platform/ui/useCreateKey.ts'
import { forgetCaseFinding } from './caseFindingQueries.ts'
import { peopleInWords } from './inWords.ts'

/** Sends the next people of a list to triage. */
export const SendRound = ({ list: { id, version, toSend } }: { list: CaseFindingView }) => {
  const fields: FieldList<'count'> = [
    { text: 'count', isNumber: true, width: 4, hint: `At most ${mostInRound} at a time` },
  ]
  const form = useFieldsForm(sendForm, fields, { count: Math.min(usualRound, toSend) })
  const create = useCreateKey()
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
      <FormFrame
        form={form}
        className="sf-form"
        submit="Send to triage"
        onSave={async ({ count }) => {
          const { sent } = await create((options) => call(sendToTriage, { id, version, count }, options))
          toast(`${peopleInWords(sent)} sent to triage`)
          await forgetCaseFinding()
        }}
      >
        <Fields form={form} fields={fields} labels={labels.caseFindingList} />
      </FormFrame>
    </section>
  )
}
