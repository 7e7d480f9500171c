import { type OneOrMore, valuesOf } from '#shared/urls/paths.ts';

/** The query parameters of a screen's URL. */
export type Parameters = Record<string, OneOrMore | undefined>;

/** Reads these parameters. Leaves out empty ones. Of several values, only the first is used. */
export function readParameters<Name extends string>(
  parameters: Parameters,
  names: readonly Name[],
): { [One in Name]?: string } {
  const entries = names.flatMap((name) => {
    const [value] = valuesOf(parameters[name]);
    return value ? [[name, value]] : [];
  });
  return Object.fromEntries(entries);
}
