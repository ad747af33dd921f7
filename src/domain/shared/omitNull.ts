/**
 * Drops the fields that are null. Spread the result once, at the end of a record: every further spread costs as
 * much as the record itself.
 */
export function omitNull<T extends object>(fields: T): { readonly [K in keyof T]?: Exclude<T[K], null> }
export function omitNull(fields: Readonly<Record<string, unknown>>): object {
  const present: Record<string, unknown> = {}
  for (const name in fields) if (fields[name] !== null) present[name] = fields[name]
  return present
}
