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
import { clusterPrefix, makeClusterSql } from "../sql/repositories/ClusterSql.ts"
import type { ClusterStore } from "./ClusterStore.ts"

type Store = ClusterStore["Service"]

/** Enough for a few processes to share the jobs. Must be the same in every process of a deployment, across releases. */
const shards = 16

export interface ClusterOptions {
  /** How long the shards of a dead process stay locked. */
  readonly lease: Duration.Duration
  /** How long a run may take to finish when its process stops or hands over the shard. */
  readonly grace: Duration.Duration
}

/**
 * Processes communicate only through the store: the process that holds a shard polls it, and starts a run within
 * `entityMessagePollInterval` of its due time. The shards of a dead process are free after `lease`.
 */
const config = Effect.fnUntraced(function* ({ grace, lease }: ClusterOptions) {
  const random = yield* SecureRandom.SecureRandom
  const third = Duration.divideUnsafe(lease, 3)
  return {
    // Unique per start: after a crash the new process is not mistaken for the dead one.
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
 * The cluster has two connections of its own. One holds its locks for the life of the process, and its heartbeat must
 * not queue behind requests, or a busy process would be taken for a dead one.
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

/** A single process needs no locks, and the library's would occupy the only connection of an embedded database. */
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

/** Joins this process to the cluster that shares `store`. An unavailable store is a defect. */
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

/**
 * Removes up to 10,000 finished runs that began before `time` and returns their number. In memory they are kept until
 * the process ends.
 */
export const removeRunsBefore = Effect.fnUntraced(function* (store: Store, time: DateTime.Utc) {
  if (store.kind === "memory") return 0
  const { removeRunsBefore: remove } = yield* Effect.provideService(makeClusterSql, SqlClient.SqlClient, store.sql)
  return yield* remove(
    Snowflake.make({ machineId: MachineId.make(0), sequence: 0, timestamp: DateTime.toEpochMillis(time) })
  )
})
