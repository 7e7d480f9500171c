/** Returns an object with only these properties of a value. An absent property stays absent. */
export function pick<Value extends object, Name extends keyof Value>(
  value: Value,
  names: readonly Name[],
): Pick<Value, Name> {
  const present = names.filter((name) => name in value);
  return Object.fromEntries(present.map((name) => [name, value[name]])) as Pick<Value, Name>;
}
