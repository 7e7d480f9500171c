/** A host with a dot, perhaps with a port and a path, such as `acme.example/jobs`. */
const WITHOUT_SCHEME = /^(?:[\p{L}\p{M}\p{N}_-]+\.)+[\p{L}\p{M}\p{N}-]{2,}(?::\d+)?(?:[/?#]\S*)?$/u;

/** Adds `https://` to a web address that was typed without it. Returns any other text as it is. */
export function completeWebAddress(text: string): string {
  const address = text.trim();
  return WITHOUT_SCHEME.test(address) ? `https://${address}` : text;
}
