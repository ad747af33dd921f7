import type { SettledRow } from "../imports/settle.ts"

/** In the order of the import. */
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

/** What an import did, row by row in its order. */
export interface BootstrapReport {
  /** External id of the organization, as commands and APIs name it. */
  readonly organization: string
  readonly results: ReadonlyArray<SettledRow<BootstrapKind>>
}
