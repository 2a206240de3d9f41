import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { z } from 'zod'
import { foundAddress, lookupFramePath } from '../../../contract/reference/addressLookup.ts'
import type { AddressLines } from '../../../contract/platform/fields/addressLines.ts'

/** The only message that the frame may send. */
const message = z.strictObject({ address: foundAddress })

/** After this many other messages the frame is removed, and with it whatever sends them. */
const mostOddMessages = 10

interface ServiceFrameProps {
  serviceKey: string
  onFound: (lines: AddressLines) => void
}

/**
 * The address service's own script, in a frame that cannot reach this page (IO-9;
 * server/reference/addressLookup/frame.ts serves the page in it). The frame is loaded when the user asks for it and
 * removed once it has found an address. A message must come from this very frame, from an opaque origin, contain only
 * an address, and arrive while the focus is in the frame.
 */
export const ServiceFrame = ({ serviceKey, onFound }: ServiceFrameProps) => {
  const [isOpen, setOpen] = useState(false)
  const [said, setSaid] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  const close = (sentence = ''): void => {
    setOpen(false)
    setSaid(sentence)
  }
  return (
    <>
      <button
        type="button"
        className="sf-button"
        ref={opener}
        aria-expanded={isOpen}
        onClick={() => {
          setSaid('')
          setOpen(!isOpen)
        }}
      >
        {isOpen ? 'Close the address search' : 'Find an address'}
      </button>
      {isOpen && (
        <Frame
          serviceKey={serviceKey}
          onFound={(lines) => {
            close()
            onFound(lines)
          }}
          onOdd={() => setSaid('The address that came back cannot be used. Please type it below.')}
          onTooOdd={() => {
            close('The address service did not work properly and was closed. Please type the address below.')
            opener.current?.focus()
          }}
        />
      )}
      <p role="alert">{said}</p>
    </>
  )
}

interface FrameProps extends ServiceFrameProps {
  onOdd: () => void
  onTooOdd: () => void
}

const Frame = ({ serviceKey, onFound, onOdd, onTooOdd }: FrameProps) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const odd = useRef(0)
  const isThere = useRef(false)
  const hear = useEffectEvent(({ source, origin, data }: MessageEvent<unknown>) => {
    if (frame.current === null || source !== frame.current.contentWindow) return
    const heard = origin === 'null' ? message.safeParse(data) : null
    if (heard?.success === true && document.activeElement === frame.current)
      return onFound(heard.data.address)
    odd.current += 1
    if (odd.current >= mostOddMessages) onTooOdd()
    else onOdd()
  })
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>): void => hear(event)
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])
  return (
    <iframe
      ref={frame}
      className="sf-lookup__frame"
      title="Address search"
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      src={`${lookupFramePath}#${encodeURIComponent(serviceKey)}`}
      onLoad={({ currentTarget }) => {
        // Focuses only after the first load: the user goes on typing in the frame, and later loads must not move the
        // focus.
        if (!isThere.current) currentTarget.focus()
        isThere.current = true
      }}
    />
  )
}
