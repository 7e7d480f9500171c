/** A page with nothing but a heading. Spec: "Pages". */
export function PlaceholderPage({ heading }: { heading: string }) {
  return (
    <section className="page-width page-space min-h-[40vh]">
      <h1 className="page-title">{heading}</h1>
    </section>
  );
}
