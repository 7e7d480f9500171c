import { Spinner } from '#web/ui/spinner.tsx';

/** Shown until the session is restored. Without JavaScript, it says why the page stays empty. */
export function SessionPlaceholder() {
  return (
    <>
      {/* The placeholder is as tall as the window, so that the footer does not move when the page appears. */}
      <div className="js-only min-h-dvh">
        <Spinner />
      </div>
      <p className="no-js page-width page-space">This page needs JavaScript to sign you in.</p>
    </>
  );
}
