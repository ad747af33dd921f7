import type { DateTime, Effect } from "effect"
import type { RowStore } from "../dataset/RowStore.ts"
import type { upsert } from "../imports/upsert.ts"
import type { BootstrapKind } from "./BootstrapReport.ts"

/** The context shared by all steps of an import. */
export interface Import {
  readonly store: RowStore["Service"]
  readonly now: DateTime.Utc
  /** A new external id. */
  readonly newId: Effect.Effect<string>
  readonly upsert: ReturnType<typeof upsert<BootstrapKind>>
}
