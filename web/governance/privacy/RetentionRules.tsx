import { z } from 'zod'
import { saveRetentionRule, yearsField, type RetentionRule } from '../../../contract/governance/retention.ts'
import { call } from '../../platform/calls/api.ts'
import { TextField } from '../../platform/ui/fields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { forgetRetention } from './retentionQueries.ts'

/** How long records are kept. A service may keep them longer than the NHS code requires. */
export const RetentionRules = ({
  rules,
  mayWrite,
}: {
  rules: readonly RetentionRule[]
  mayWrite: boolean
}) => (
  <section className="sf-card sf-part" aria-labelledby="rules">
    <h2 className="nhsuk-heading-m" id="rules">
      Rules
    </h2>
    <p>From the NHS Records Management Code of Practice. A service may keep records longer, never shorter.</p>
    {mayWrite ? (
      <Rules key={rules.map(({ version }) => version).join('-')} rules={rules} />
    ) : (
      rules.map(({ id, title, years }) => (
        <p key={id}>
          {title}: {years}
        </p>
      ))
    )}
  </section>
)

const Rules = ({ rules }: { rules: readonly RetentionRule[] }) => {
  const form = useZodForm(
    z.object(Object.fromEntries(rules.map(({ code, yearsAtLeast }) => [code, yearsField(yearsAtLeast)]))),
    Object.fromEntries(rules.map(({ code, years }) => [code, String(years)])),
  )
  return (
    <FormFrame
      form={form}
      holdsWork
      className="sf-form"
      submit="Save rules"
      onSave={async (values) => {
        for (const { id, version, code, years } of rules) {
          const typed = values[code]
          if (typed !== undefined && typed !== years)
            await call(saveRetentionRule, { id, version, years: typed })
        }
        toast('Rules saved')
        await forgetRetention()
      }}
    >
      {rules.map(({ code, title }) => (
        <TextField
          key={code}
          form={form}
          name={code}
          label={title}
          width={3}
          inputMode="numeric"
          autoComplete="off"
          suffix="years"
        />
      ))}
    </FormFrame>
  )
}
