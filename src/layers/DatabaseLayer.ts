import { PGlite } from "@electric-sql/pglite"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Layer, Metric, type Redacted } from "effect"
import { existsSync } from "node:fs"
import { rename } from "node:fs/promises"
import { Duplex } from "node:stream"
import { metrics } from "../domain/shared/metrics.ts"
import { Progress } from "../domain/shared/Progress.ts"
import { columnTypes } from "../sql/statements/columnTypes.ts"
import { migrate } from "../sql/migrations.ts"
import { embeddedImage, unpackImage } from "./database/embeddedImage.ts"
import { leftoversOf, removeAll, unfinishedOf } from "./database/leftovers.ts"
import { requireSound, whyUnusable } from "./database/whyUnusable.ts"
import { makeDirectory, makePrivate } from "./privateFiles.ts"
import * as SharedConnections from "./database/SharedConnections.ts"
import * as Transactions from "./database/Transactions.ts"

/** Publishes the maximum number of connections as a metric. */
const layerMax = (connections: number) =>
  Layer.effectDiscard(Metric.update(metrics.databaseConnectionsMax.of({}), connections))

/** A socket to an in-process PostgreSQL, which has one session and so one connection. */
const socket = (db: PGlite) => {
  const duplex = new Duplex({
    read() {},
    write(chunk: Uint8Array, _encoding, done) {
      db.execProtocolRaw(chunk).then(
        (reply) => {
          duplex.push(reply)
          done()
        },
        (error: Error) => done(error)
      )
    },
    final(done) {
      duplex.push(null)
      done()
    }
  })
  return duplex
}

/**
 * The extension that migrations create, and fewer buffers than the default of 128 MB, because each start clears them.
 */
const options = {
  extensions: { pg_trgm },
  startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=32MB"]
}

/**
 * Creates a database beside its final path and renames it once complete, so that an interrupted start leaves none
 * behind.
 */
const create = async (dataDir: string) => {
  const unfinished = unfinishedOf(dataDir)
  await makeDirectory(unfinished)
  const image = await embeddedImage()
  if (image === undefined) await (await PGlite.create({ dataDir: unfinished })).close()
  else await unpackImage(image, unfinished)
  await rename(unfinished, dataDir)
}

/**
 * Opens the database in `dataDir`, which only this user may enter. PGlite creates its files with every permission
 * whatever the umask, so the permissions are removed at the start and at the end.
 */
const openIn = (dataDir: string) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: async () => {
        await removeAll(leftoversOf(dataDir))
        if (!existsSync(dataDir)) await create(dataDir)
        requireSound(dataDir)
        makePrivate(dataDir)
        const db = await PGlite.create({ ...options, dataDir })
        makePrivate(dataDir)
        return db
      },
      catch: (cause) => whyUnusable(dataDir, cause)
    }),
    (db) => Effect.promise(() => db.close().finally(() => makePrivate(dataDir)))
  )

/** Opens a new database in memory. */
export const openInMemory = async () => {
  const image = await embeddedImage()
  return PGlite.create({ ...options, ...(image === undefined ? {} : { loadDataDir: new Blob([image]) }) })
}

const inMemory = Effect.acquireRelease(Effect.promise(openInMemory), (db) => Effect.promise(() => db.close()))

/** The open embedded PostgreSQL `db`, which stays the caller's to close. */
export const layerOpen = (db: PGlite) => {
  const client = PgClient.layer({
    stream: () => socket(db),
    username: "postgres",
    database: "postgres",
    maxConnections: 1,
    applicationName: "hub",
    types: columnTypes
  })
  return Layer.merge(Layer.provideMerge(Transactions.layerReserved, client), layerMax(1))
}

/** An embedded PostgreSQL, stored in `dataDir`, or in memory if there is none. */
export const layerEmbedded = ({ dataDir }: { readonly dataDir?: string | undefined }) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const progress = yield* Progress
      if (dataDir !== undefined) yield* progress(`Opening the embedded database in ${dataDir}`)
      return layerOpen(yield* dataDir === undefined ? inMemory : openIn(dataDir))
    })
  )

/** A packed new database with today's schema. */
export const packEmbedded = Effect.gen(function* () {
  const db = yield* Effect.acquireRelease(
    Effect.promise(() => PGlite.create(options)),
    (opened) => Effect.promise(() => opened.close())
  )
  yield* Effect.provide(migrate, layerOpen(db))
  return yield* Effect.promise(async () => {
    // The migrations' own log is of no use to a copy: 16 MB less to unpack.
    await db.exec("SET wal_recycle = off; SELECT pg_switch_wal(); CHECKPOINT")
    return db.dumpDataDir("gzip")
  })
})

/** How long the server may take to accept a connection, and how much longer an answer may take than its statement. */
const connectTimeout = Duration.seconds(3)

/**
 * A PostgreSQL server. A third of the connections are shared by statements outside transactions; each of the others
 * serves one transaction at a time. The server enforces the statement timeout, so a lost client cannot keep it busy.
 */
export const layerServer = (options: {
  readonly url: Redacted.Redacted
  readonly pool: number
  readonly statementTimeout: Duration.Duration
}) => {
  const shared = Math.max(1, Math.floor(options.pool / 3))
  const exclusive = Math.max(1, options.pool - shared)
  const connections = {
    url: options.url,
    connectTimeout,
    answerTimeout: Duration.sum(options.statementTimeout, connectTimeout),
    // A vanished peer is detected after 20 s; limiting the lifetime of connections would cost every read more than it
    // saves.
    keepAlive: Duration.seconds(10),
    applicationName: "hub",
    types: columnTypes,
    startupParameters: {
      statement_timeout: String(Duration.toMillis(options.statementTimeout)),
      // Below the statement timeout, so that a lock wait is reported as such.
      lock_timeout: String(Math.ceil(0.6 * Duration.toMillis(options.statementTimeout))),
      idle_in_transaction_session_timeout: String(3 * Duration.toMillis(options.statementTimeout)),
      // JIT compilation costs more than any statement here gains: 300 ms for one of 20 ms.
      jit: "off"
    }
  }
  const client = SharedConnections.layer({ ...connections, maxConnections: shared })
  const transactions = Transactions.layerPipelined({ ...connections, maxConnections: exclusive })
  return Layer.merge(Layer.provideMerge(transactions, client), layerMax(shared + exclusive))
}
