import { Context, Data, DateTime, Effect, Layer, TxHashMap } from "effect"
import { SqlClient } from "effect/sql"
import { type Dataset, datasetNames } from "../../../src/domain/dataset/Dataset.ts"
import type { IdempotencyRecord } from "../../../src/domain/idempotency/IdempotencyKeys.ts"
import type { Transfer } from "../../../src/domain/members/Transfer.ts"
import { LedgerBooks } from "../../../src/domain/verify/LedgerBooks.ts"
import { type LedgerReport, verifyLedger } from "../../../src/domain/verify/verifyLedger.ts"
import * as LedgerBooksLayer from "../../../src/layers/repositories/LedgerBooksLayer.ts"
import * as Memory from "../../../src/layers/memory/Memory.ts"
import { insertDataset } from "../../../src/sql/DatasetSql.ts"
import { atTime } from "../atTime.ts"
import { emptyDataset } from "../datasets/emptyDataset.ts"
import { type Event, play } from "./history.ts"
import { historyDataset } from "../datasets/historyDataset.ts"
import { layerMemory as services, loadMemory } from "./historyStores.ts"
import * as Postgres from "../servers/Postgres.ts"

/** All verified rows. */
export interface Recorded extends Dataset {
  readonly transfers: ReadonlyArray<Transfer>
  readonly idempotencyKeys: ReadonlyArray<IdempotencyRecord>
}

const give = (member: number, asset: "VALID" | "CREDIT", points: number, days: number): Event => ({
  kind: "give",
  member,
  asset,
  points,
  days
})
const claim = (member: number, offer: Extract<Event, { kind: "claim" }>["offer"]): Event => ({
  kind: "claim",
  member,
  offer,
  stay: null
})
const command = (of: number, trigger: Extract<Event, { kind: "command" }>["trigger"]): Event => ({
  kind: "command",
  claim: of,
  trigger
})
const book = (member: number, daysAhead: number, spend: number): Event => ({ kind: "book", member, daysAhead, spend })
const tell = (stay: number, change: Extract<Event, { kind: "tell" }>["change"], spend = 0): Event => ({
  kind: "tell",
  stay,
  change,
  spend,
  member: 0
})

/** A history of every kind of event that leaves rows in the ledger. */
const eventful: ReadonlyArray<Event> = [
  give(0, "VALID", 400, 1),
  give(0, "VALID", 700, 60),
  give(0, "CREDIT", 300, 0),
  give(1, "VALID", 100, 1),
  give(3, "VALID", 200, 40),
  give(3, "CREDIT", 50, 0),
  book(2, -4, 500),
  book(2, 5, 200),
  book(3, 5, 100),
  book(2, -9, 300),
  tell(0, "checkedOut"),
  tell(2, "cancelled"),
  tell(3, "checkedOut"),
  { kind: "jobs" } as const,
  claim(0, "spa"),
  claim(0, "breakfast"),
  claim(0, "discount"),
  claim(0, "spa"),
  claim(2, "upgrade"),
  command(1, "cancel"),
  command(2, "confirm"),
  command(3, "reject"),
  command(4, "approve"),
  ...Array.from({ length: 6 }, () => command(4, "wrongCode")),
  command(0, "modify"),
  command(0, "approve"),
  claim(2, "late_checkout"),
  claim(2, "short_lived"),
  { kind: "wait", hours: 30 } as const,
  { kind: "jobs" } as const,
  tell(0, "spend", 600),
  { kind: "take", member: 2, asset: "VALID", points: 40 } as const,
  { kind: "merge", from: 3, to: 1 } as const,
  { kind: "favorite", member: 0 } as const,
  give(2, "VALID", 2000, 1),
  claim(2, "dinner"),
  claim(2, "dinner"),
  claim(2, "dinner"),
  claim(2, "museum"),
  claim(2, "museum"),
  command(7, "confirm"),
  command(8, "cancel"),
  command(10, "reject"),
  command(11, "approve")
]

const record = Effect.gen(function* () {
  yield* loadMemory()
  const { now, outcomes } = yield* play(eventful)
  const memory = yield* Memory.Memory
  const all = <A>(table: TxHashMap.TxHashMap<string, A>) => TxHashMap.values(table)
  const rows = yield* Effect.all({
    members: all(memory.members),
    enrolments: all(memory.enrolments),
    reservations: all(memory.reservations),
    fulfillments: all(memory.fulfillments),
    offerCodes: all(memory.offerCodes),
    redemptionRecords: all(memory.redemptionRecords),
    wallets: all(memory.wallets),
    walletEntries: all(memory.walletEntries),
    walletLots: all(memory.walletLots),
    walletActivity: all(memory.walletActivity),
    notifications: all(memory.notifications),
    favorites: all(memory.favorites),
    auditLog: all(memory.auditLog),
    transfers: all(memory.transfers)
  })
  const recorded: Recorded = { ...historyDataset, idempotencyKeys: [], ...rows }
  return { now, outcomes, recorded }
}).pipe(Effect.provide(services), Effect.orDie)

/** The rows that a history left, and the result of verifying them after some were changed. */
export class RecordedBooks extends Context.Service<
  RecordedBooks,
  {
    readonly outcomes: ReadonlyArray<string>
    readonly recorded: Recorded
    readonly verify: (of: Recorded) => Effect.Effect<LedgerReport>
  }
>()("test/support/RecordedBooks") {}

/** Verifies in memory. A row with another's key replaces it, as in any map. */
export const layerMemory = Layer.effect(
  RecordedBooks,
  Effect.gen(function* () {
    const { now, outcomes, recorded } = yield* record
    const memory = yield* Memory.Memory
    const books = yield* LedgerBooks
    const verify = Effect.fnUntraced(function* ({ idempotencyKeys, transfers, ...dataset }: Recorded) {
      yield* memory.load(dataset)
      yield* Effect.forEach(idempotencyKeys, (row) => TxHashMap.set(memory.idempotencyKeys, row.key, row))
      yield* Effect.forEach(transfers, (transfer) => TxHashMap.set(memory.transfers, transfer.id, transfer))
      return yield* verifyLedger().pipe(atTime(now), Effect.provideService(LedgerBooks, books))
    })
    return RecordedBooks.of({ outcomes, recorded, verify })
  })
).pipe(Layer.provide(LedgerBooksLayer.layerMemory), Layer.provide(Memory.layer))

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const insertTransfers = Effect.fnUntraced(function* (transfers: ReadonlyArray<Transfer>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM transfers`
  for (const { createdAt, fromMember, id, points, toMember } of transfers) {
    const at = new Date(createdAt.epochMilliseconds)
    yield* sql`
      INSERT INTO transfers (id, from_member, to_member, points, created_at)
      VALUES (${id}, ${fromMember}, ${toMember}, ${points}, ${at})`
  }
})

const insertKeys = Effect.fnUntraced(function* (keys: ReadonlyArray<IdempotencyRecord>) {
  const sql = yield* SqlClient.SqlClient
  for (const { createdAt, expiresAt, fingerprint, key, leaseUntil, namespace, ownerToken, status, tenant } of keys) {
    const [lease, created, expires] = [leaseUntil, createdAt, expiresAt].map(DateTime.toDateUtc)
    yield* sql`
      INSERT INTO idempotency_keys (
        namespace, tenant, key, fingerprint, owner_token, lease_until, status, created_at, expires_at
      ) VALUES (
        ${namespace}, ${tenant}, ${key}, ${fingerprint}, ${ownerToken}, ${lease}, ${status}, ${created}, ${expires}
      )`
  }
})

/** Removes the constraints and triggers by which the database itself rejects such rows. */
const withoutBackstops = `DO $$ DECLARE one record; BEGIN
  FOR one IN SELECT conrelid::regclass AS "table", conname FROM pg_constraint
    WHERE contype IN ('c', 'u', 'f') AND connamespace = 'public'::regnamespace ORDER BY contype = 'u'
  LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %I CASCADE', one."table", one.conname); END LOOP;
  FOR one IN SELECT indexrelid::regclass AS name FROM pg_index
    WHERE indisunique AND NOT indisprimary AND indrelid::regclass::text !~ 'pg_'
  LOOP EXECUTE format('DROP INDEX IF EXISTS %s', one.name); END LOOP;
  ALTER TABLE favorites DROP CONSTRAINT favorites_pkey;
END $$`

/** Counts the codes again, as the triggers would have that rewriting the rows leaves out. */
const recountCodes = [
  "DELETE FROM offer_code_counts",
  `INSERT INTO offer_code_counts (pool_id, status, codes)
    SELECT pool_id, status, count(*) FROM offer_codes GROUP BY pool_id, status`
]

class Verified extends Data.TaggedError("Verified")<{ readonly report: LedgerReport }> {}

/** Verifies in a database that accepts any row: the changed tables are rewritten, read and rolled back. */
export const layerSql = Layer.effect(
  RecordedBooks,
  Effect.gen(function* () {
    const { now, outcomes, recorded } = yield* record
    const sql = yield* SqlClient.SqlClient
    const books = yield* LedgerBooks
    const { idempotencyKeys: _, transfers: __, ...dataset } = recorded
    yield* insertDataset(dataset)
    yield* sql.unsafe(withoutBackstops)
    const tampered = Effect.fnUntraced(function* (of: Recorded) {
      yield* sql`SET LOCAL session_replication_role = replica`
      const changed = datasetNames.filter((name) => of[name] !== recorded[name])
      for (const name of changed) yield* sql.unsafe(`DELETE FROM ${snake(name)}`)
      yield* insertDataset({ ...emptyDataset, ...Object.fromEntries(changed.map((name) => [name, of[name]])) })
      for (const statement of recountCodes) yield* sql.unsafe(statement)
      yield* insertTransfers(of.transfers)
      yield* insertKeys(of.idempotencyKeys)
      // The rows exist only in this transaction, so the snapshot cannot start one of its own.
      const here = { ...books, snapshot: <A, E, R>(read: Effect.Effect<A, E, R>) => read }
      const report = yield* verifyLedger().pipe(atTime(now), Effect.provideService(LedgerBooks, here))
      return yield* new Verified({ report })
    })
    const verify = (of: Recorded) =>
      sql.withTransaction(tampered(of)).pipe(
        Effect.catchTag("Verified", ({ report }) => Effect.succeed(report)),
        Effect.orDie,
        Effect.provideService(SqlClient.SqlClient, sql)
      )
    return RecordedBooks.of({ outcomes, recorded, verify })
  })
).pipe(Layer.provide(LedgerBooksLayer.layerSql), Layer.provide(Postgres.layer), Layer.orDie)
