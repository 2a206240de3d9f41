interface ChangedNoticeProps {
  /** 'list' or 'pathway' */
  what: string
  isChanged: boolean
  onShow: () => void
}

/**
 * Says once that another user changed what is shown. It lies over the page and takes no space, so that nothing moves.
 */
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
