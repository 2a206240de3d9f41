import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import {
  deviceForm,
  leftOutReasons,
  mostVisits,
  packHours,
  takeVisits,
} from '../../../contract/care/visits/visits.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { knowsPasskeys } from '../../platform/page/knowsPasskeys.ts'
import { useMay, useSession } from '../../platform/session/session.ts'
import { CheckboxField } from '../../platform/ui/CheckboxField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { endedWords, removedSooner } from './store/endedWords.ts'
import { newSalt } from './store/keys.ts'
import { storePack, type Ended } from './store/openPack.ts'
import { secretOfPasskey } from './store/passkeySecret.ts'
import { isPossible, readyWithoutSignal } from './store/serviceWorkerReady.ts'
import { fromBase64 } from './store/seal.ts'
import { signal } from './store/contact.ts'
import { visitsNow } from './store/visitsNow.ts'

/** Those that a thief tries first. */
const isEasy = (pin: string): boolean =>
  /^(\d)\1{5}$/.test(pin) || '01234567890'.includes(pin) || '09876543210'.includes(pin)

const takeForm = deviceForm
  .extend({
    pin: z.string().regex(/^\d{6}$/, { error: 'Enter six digits' }),
    again: z.string(),
    passkey: z.boolean(),
  })
  .refine(({ pin }) => !isEasy(pin), { error: 'Choose a PIN that is harder to guess', path: ['pin'] })
  .refine(({ pin, again }) => pin === again, { error: 'Enter the same six digits again', path: ['again'] })

const noPasskey =
  'No passkey opened them: it was not used, or this device’s cannot open visits. Try again, or take the tick away to use the PIN alone, which needs a signal after the page was closed.'

/** Takes today’s and tomorrow’s visits along on this device. */
export const TakeVisits = ({ why }: { why: Ended | null }) => {
  const session = useSession()
  const may = useMay('clinical.write')
  const isThere = signal.useValue((all) => all)
  return (
    <>
      <PageTitle>Take visits along</PageTitle>
      {why !== null && (
        <p className="sf-prompt" role="status">
          {endedWords[why]} What was typed on them is kept, and handed in when somebody signs in here.
        </p>
      )}
      {why === 'revoked' && <NotSafe />}
      {!isPossible() ? (
        <p>
          This browser cannot keep visits safely. Use a current browser, and the https address of Surefoot.
        </p>
      ) : session === null ? (
        <p>
          There are no visits on this device.{' '}
          {isThere === 'no' ? (
            'Without a signal none can be taken along.'
          ) : (
            <Link to="/login" search={{ redirect: '/visits' }}>
              Sign in to take visits along
            </Link>
          )}
        </p>
      ) : session.profile?.settings.visits === true && may ? (
        <TakeForm />
      ) : (
        <p>Visits cannot be taken along here, or your role has none.</p>
      )}
      <nav className="sf-visits__links" aria-label="More about visits">
        <Link to="/visits" search={{ show: 'device' }}>
          What is on this device
        </Link>
        {session !== null && (
          <>
            <Link to="/visits" search={{ show: 'handedIn' }}>
              What was handed in
            </Link>
            <a href="/falls/diary">Diary of today</a>
          </>
        )}
      </nav>
    </>
  )
}

/** The hours of the visits that are not safe, without a name: nobody sets off before the visits were taken again. */
const NotSafe = () => {
  const all = visitsNow.useValue((every) => every)
  const notSafe = all.filter(({ what }) => what.includes('notSafe'))
  // Once, although it was taken along on two devices.
  const once = new Map(notSafe.map((visit) => [visit.appointmentId, visit]))
  return (
    <ul>
      {[...once.values()].map(({ appointmentId, startTime, appointmentDate }) => (
        <li key={appointmentId}>
          Visit at {startTime}, {formatDate(appointmentDate)}: {leftOutReasons.notSafe}
        </li>
      ))}
    </ul>
  )
}

const TakeForm = () => {
  const form = useZodForm(takeForm, { device: '', pin: '', again: '', passkey: false })
  return (
    <>
      <p>
        Your own visits of today and tomorrow, at most {mostVisits}, are kept encrypted on this device for{' '}
        {packHours} hours, so that you can work where there is no signal. They are removed {removedSooner}.
        Take them only on a device of your own that locks itself.
      </p>
      <FormFrame
        form={form}
        className="sf-form"
        submit="Take with me"
        onSave={async ({ device, pin, passkey }) => {
          await readyWithoutSignal()
          const salt = newSalt()
          const opened = passkey ? await secretOfPasskey(salt, null) : null
          if (passkey && opened === null) throw new ApiError(0, noPasskey)
          const taken = await call(takeVisits, { device })
          await storePack(taken.pack, {
            pin: { pin, half: fromBase64(taken.half) },
            passkey: opened === null ? null : { ...opened, salt },
          })
        }}
      >
        <TextField
          form={form}
          name="device"
          label="Name of this device"
          width={20}
          hint="Such as Telephone of Ada, so that it can be ended if it is lost"
          autoComplete="off"
        />
        <TextField
          form={form}
          name="pin"
          label="PIN for these visits"
          hint="Six digits. After five wrong ones the visits are removed"
          type="password"
          inputMode="numeric"
          width={10}
          autoComplete="off"
        />
        <TextField
          form={form}
          name="again"
          label="The same PIN again"
          type="password"
          inputMode="numeric"
          width={10}
          autoComplete="off"
        />
        {knowsPasskeys() && (
          <CheckboxField
            form={form}
            name="passkey"
            label="Open them with the passkey of this device too, which works without a signal after the page was closed"
          />
        )}
      </FormFrame>
    </>
  )
}
