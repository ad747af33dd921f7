import type { DateTime, Effect } from "effect"
import type { RowStore } from "../dataset/RowStore.ts"
import type { settle } from "../imports/settle.ts"
import type { BootstrapKind } from "./BootstrapReport.ts"

/** The context shared by all steps of an import. */
export interface Import {
  readonly store: RowStore["Service"]
  readonly now: DateTime.Utc
  /** A new external id. */
  readonly newId: Effect.Effect<string>
  readonly settle: ReturnType<typeof settle<BootstrapKind>>
}
