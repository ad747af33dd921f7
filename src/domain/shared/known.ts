/**
 * The fields of a record that are known: those that are null are left out. To be spread once, at the end of a record:
 * every further spread costs as much as the record itself.
 */
export function known<T extends object>(fields: T): { readonly [K in keyof T]?: Exclude<T[K], null> }
export function known(fields: Readonly<Record<string, unknown>>): object {
  const found: Record<string, unknown> = {}
  for (const name in fields) if (fields[name] !== null) found[name] = fields[name]
  return found
}
