interface ChangedNoticeProps {
  /** list, pathway */
  what: string
  isChanged: boolean
  onShow: () => void
}

/** Says once that somebody else changed what is shown; it stands over the page and takes no room, so that nothing moves. */
export const ChangedNotice = ({ what, isChanged, onShow }: ChangedNoticeProps) => (
  <div role="status" className={isChanged ? 'sf-changed' : undefined}>
    {isChanged && (
      <>
        This {what} has changed.{' '}
        <button type="button" className="sf-link" onClick={onShow}>
          Show it
        </button>
      </>
    )}
  </div>
)
