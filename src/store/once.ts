/**
 * Makes something when it is first asked for, and keeps it. For what costs a start more than it
 * is worth there: a schema, or a regular expression with Unicode properties (each is a hundredth
 * of a start of Node, whether it is used or not).
 */
export function once<T>(make: () => T): () => T {
  let made: { readonly it: T } | undefined;
  return () => (made ??= { it: make() }).it;
}
