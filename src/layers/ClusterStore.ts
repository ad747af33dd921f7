import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"

/**
 * Where the cluster of jobs keeps its state: a server that processes share, the database that is this process's alone, or
 * this process's memory.
 */
export class ClusterStore extends Context.Service<
  ClusterStore,
  { readonly kind: "server" | "embedded"; readonly sql: PgClient.PgClient } | { readonly kind: "memory" }
>()("hub/layers/ClusterStore") {}

/** Over a database: that of a server, or an embedded one. */
export const layerSql = (kind: "server" | "embedded") =>
  Layer.effect(
    ClusterStore,
    Effect.map(PgClient.PgClient, (sql) => ClusterStore.of({ kind, sql }))
  )

export const layerMemory = Layer.succeed(ClusterStore, { kind: "memory" })
