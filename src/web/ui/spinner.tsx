/** A loading indicator, which takes the place of the content. */
export function Spinner() {
  return (
    <div role="status" aria-label="Loading" className="spinner">
      <span aria-hidden="true" />
    </div>
  );
}
