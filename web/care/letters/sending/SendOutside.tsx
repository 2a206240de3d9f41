import type { OutsideWay } from '../../../../contract/care/letters/ways.ts'
import { WorkButton } from '../../../platform/ui/WorkButton.tsx'

const faces: Record<OutsideWay, string> = { mesh: 'Send by MESH', post: 'Send by post' }

/** A button for each service outside that would take the letter. */
export const SendOutside = ({
  ways,
  about,
  send,
}: {
  ways: readonly OutsideWay[] | undefined
  /** Whose letter it is, where several are listed. */
  about?: string
  send: (way: OutsideWay) => Promise<void>
}) =>
  (ways ?? []).map((way) => (
    <WorkButton
      key={way}
      work={() => send(way)}
      {...(about === undefined ? {} : { label: `${faces[way]}: letter about ${about}` })}
    >
      {faces[way]}
    </WorkButton>
  ))
