import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { PgClient } from "@effect/sql-pg"
import { DateTime, Duration, Effect, Layer, Option } from "effect"
import {
  MachineId,
  MessageStorage,
  RunnerAddress,
  RunnerHealth,
  Runners,
  RunnerStorage,
  Sharding,
  ShardingConfig,
  Snowflake,
  SqlMessageStorage,
  SqlRunnerStorage
} from "effect/cluster"
import { SecureRandom } from "effect/crypto"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { clusterPrefix, makeClusterSql } from "../sql/ClusterSql.ts"
import type { ClusterStore } from "./ClusterStore.ts"

type Store = ClusterStore["Service"]

/** Enough that a few processes share the jobs; every process of a deployment, of whatever release, has the same. */
const shards = 16

export interface ClusterOptions {
  /** How long what a process that died held waits for another one. */
  readonly lease: Duration.Duration
  /** How long a run under way may take to end when its process ends, or another one is to have its shard. */
  readonly grace: Duration.Duration
}

/**
 * Processes meet in the store alone, nobody listens: a due run is read by the process that holds its shard, so that `pollEvery`
 * is the latest it starts. Shards of a process that died are free after `lease`.
 */
const config = Effect.fnUntraced(function* ({ grace, lease }: ClusterOptions) {
  const random = yield* SecureRandom.SecureRandom
  const third = Duration.divideUnsafe(lease, 3)
  return {
    // Of this run alone: after a crash nobody is taken for the one that died.
    runnerAddress: Option.some(RunnerAddress.make(yield* random.uuidV4(), 0)),
    shardsPerGroup: shards,
    shardLockExpiration: lease,
    shardLockRefreshInterval: third,
    refreshAssignmentsInterval: Duration.min(third, Duration.seconds(3)),
    entityMessagePollInterval: Duration.min(third, Duration.seconds(5)),
    entityTerminationTimeout: grace,
    simulateRemoteSerialization: false
  }
})

/**
 * The cluster's own two connections: one holds its locks for as long as the process lives, and what it tells of itself must
 * not wait for requests, or a busy process would be taken for a dead one.
 */
const connections = (pool: PgClient.PgClient) =>
  Layer.effect(
    SqlClient.SqlClient,
    PgClient.make({
      ...pool.config,
      multiplex: false,
      minConnections: 0,
      maxConnections: 2,
      applicationName: "hub-jobs"
    })
  ).pipe(Layer.provide(Reactivity.layer))

const messages = SqlMessageStorage.layerStorage({ prefix: clusterPrefix }).pipe(Layer.provide(NodeCrypto.layerDigest))

/** One process needs no locks between processes; the library's would keep the only connection of an embedded database. */
const storage = (store: Store) =>
  store.kind === "memory"
    ? Layer.merge(MessageStorage.layerMemory, RunnerStorage.layerMemory)
    : store.kind === "embedded"
      ? Layer.merge(messages, RunnerStorage.layerMemory).pipe(
          Layer.provide(Layer.succeed(SqlClient.SqlClient, store.sql))
        )
      : Layer.merge(messages, SqlRunnerStorage.layerStorage({ prefix: clusterPrefix })).pipe(
          Layer.provide(connections(store.sql))
        )

/** This process as a member of the cluster of those that share `store`. A store that is away is a defect. */
export const layer = (store: Store, options: ClusterOptions) =>
  Sharding.layer.pipe(
    Layer.provide(Runners.layerNoop),
    Layer.provide([storage(store), RunnerHealth.layerNoop]),
    Layer.provide(
      Layer.effect(
        ShardingConfig.ShardingConfig,
        Effect.map(config(options), (own) => ({ ...ShardingConfig.defaults, ...own }))
      )
    ),
    Layer.orDie
  )

/** Forgets the runs that are over and began before `time`; answers how many. Memory keeps them until the process ends. */
export const removeRunsBefore = Effect.fnUntraced(function* (store: Store, time: DateTime.Utc) {
  if (store.kind === "memory") return 0
  const { removeRunsBefore: remove } = yield* Effect.provideService(makeClusterSql, SqlClient.SqlClient, store.sql)
  return yield* remove(
    Snowflake.make({ machineId: MachineId.make(0), sequence: 0, timestamp: DateTime.toEpochMillis(time) })
  )
})
