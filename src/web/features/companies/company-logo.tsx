/** A square of fixed size, so that nothing moves when the picture comes or fails to. */
export function CompanyLogo({ url, name }: { url: string; name: string }) {
  return (
    <img
      src={url}
      alt={`${name} logo`}
      width={64}
      height={64}
      loading="lazy"
      decoding="async"
      className="size-16 rounded-xl object-contain"
    />
  );
}
