import { Context, type Effect } from "effect"
import type { Rows } from "./Rows.ts"
import type { TableName } from "./tables.ts"

/** The generic statements of every table. A repository that needs no others is written once for both stores. */
export class RowStore extends Context.Service<
  RowStore,
  {
    readonly of: <Name extends TableName>(name: Name) => Rows<Name>
    /** Runs `read` on one read-only snapshot, outside any transaction. */
    readonly snapshot: <A, E, R>(read: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("hub/domain/dataset/RowStore") {}
