/** What became of one row of the file. */
export interface BootstrapResult {
  readonly kind: BootstrapKind
  /** What identifies it: a slug, a subject, a level or an id. */
  readonly key: string
  readonly outcome: "created" | "updated" | "unchanged"
}

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
  readonly results: ReadonlyArray<BootstrapResult>
}
