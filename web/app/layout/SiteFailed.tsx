/** Shown in place of the whole page. It does not use the router, because the router may be what failed. */
export const SiteFailed = ({ showAgain }: { showAgain: () => void }) => (
  <main className="nhsuk-width-container sf-failed">
    <h1 className="nhsuk-heading-l sf-title">This page cannot be shown</h1>
    <div className="sf-state sf-state--failed" role="alert">
      <p>
        The browser&rsquo;s page translation or an extension may have changed the page while you used it. Most
        of what you typed into a form was kept, and the form offers it when you open it again.
      </p>
      <button type="button" className="nhsuk-button" onClick={showAgain}>
        Show the page again
      </button>
    </div>
    <p>
      <a href="/falls">Go to the home screen</a>
    </p>
  </main>
)
