import type { ImportedRow } from "../imports/upsert.ts"

/** In import order. */
export const bootstrapKinds = [
  "organization",
  "identity",
  "brand",
  "venue",
  "workspace",
  "team",
  "integration",
  "grant",
  "program",
  "tier",
  "earning rules",
  "operator"
] as const
export type BootstrapKind = (typeof bootstrapKinds)[number]

/** The outcome of an import, row by row in import order. */
export interface BootstrapReport {
  /** External id of the organization, as used in commands and APIs. */
  readonly organization: string
  readonly results: ReadonlyArray<ImportedRow<BootstrapKind>>
}
