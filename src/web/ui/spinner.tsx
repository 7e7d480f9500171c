/** A loading indicator, which takes the place of the content. */
export function Spinner() {
  return (
    <div role="status" aria-label="Loading" className="grid min-h-[60vh] place-items-center">
      <span
        className="size-10 animate-spin rounded-full border-3 border-line border-t-brand [animation-duration:900ms] motion-reduce:[animation-duration:4s]"
        aria-hidden="true"
      />
    </div>
  );
}
