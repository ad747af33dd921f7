import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"

/** Where the job cluster keeps its state: a shared database server, this process's embedded database, or memory. */
export class ClusterStore extends Context.Service<
  ClusterStore,
  { readonly kind: "server" | "embedded"; readonly sql: PgClient.PgClient } | { readonly kind: "memory" }
>()("hub/layers/ClusterStore") {}

/** In a database, on a server or embedded. */
export const layerSql = (kind: "server" | "embedded") =>
  Layer.effect(
    ClusterStore,
    Effect.map(PgClient.PgClient, (sql) => ClusterStore.of({ kind, sql }))
  )

export const layerMemory = Layer.succeed(ClusterStore, { kind: "memory" })
