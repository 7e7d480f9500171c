/** A loading indicator, in the place of the content. */
export function Spinner() {
  return (
    <div role="status" aria-label="Loading" className="grid min-h-[60vh] place-items-center">
      <span className="spinner" aria-hidden="true" />
    </div>
  );
}
