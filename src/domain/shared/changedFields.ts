import { Equal } from "effect"

/**
 * The fields whose value a merge PATCH changes, before and after: both the update to write and its audit entry.
 * Undefined if nothing changes; absent fields stay.
 */
export const changedFields = <Row extends object>(
  row: Row,
  change: { readonly [Field in keyof Row]?: Row[Field] | undefined }
): { readonly before: Partial<Row>; readonly after: Partial<Row> } | undefined => {
  const before: Partial<Row> = {}
  const after: Partial<Row> = {}
  for (const field in change) {
    const value = change[field]
    if (value === undefined || Equal.equals(row[field], value)) continue
    before[field] = row[field]
    after[field] = value
  }
  return Object.keys(after).length === 0 ? undefined : { before, after }
}
