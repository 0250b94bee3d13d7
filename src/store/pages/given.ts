/** `{ [name]: value }`, or nothing where there is no value: what is not set is absent, never null. */
export function given<K extends string, V>(
  name: K,
  value: V | null | undefined,
): { [name in K]?: V } {
  return value === null || value === undefined ? {} : ({ [name]: value } as { [name in K]: V });
}
