import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Option } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { IdempotencyKeys, type IdempotencyNamespace } from "../../src/domain/idempotency/IdempotencyKeys.ts"
import type { IdempotencyPolicy } from "../../src/domain/idempotency/IdempotencyPolicy.ts"
import { Vault } from "../../src/domain/shared/Vault.ts"
import * as AtomicLayer from "../../src/layers/AtomicLayer.ts"
import { migrate, migrations } from "../../src/sql/migrations.ts"
import { atTime } from "../support/atTime.ts"
import { layerEmpty } from "../support/servers/emptyDatabase.ts"
import { type Failure, leasing, runOnce, twin, waiting } from "../support/keyedWrites.ts"

const created = DateTime.makeUnsafe("2026-03-04T05:06:07.890Z")
const leased = DateTime.add(created, { minutes: 3 })
const ends = DateTime.add(created, { days: 3 })
const text = DateTime.formatIso
const [from, lease, until] = [text(created), text(leased), text(ends)]

/** As the hub answered it; jsonb keeps its fields in another order. */
const result = JSON.stringify({
  transition: {
    actionId: "a1",
    type: "claim",
    fromState: "unowned",
    toState: "owned",
    expectedVersion: 1,
    occurredAt: from,
    evidenceRecorded: false
  },
  receipt: { id: "r1", idempotencyKey: "done", requestId: 'quoted " \\', recordedAt: from }
})

const partnerBody = '{ "b":1.0,\n"a":"\u{1F3E8}" }'
const memberBody = '{"verificationCode":"12345678"}'

/** Rows of the three former tables, without the rows that they refer to. */
const insertFormer = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const sealed = vault.seal("claim answer", "7 done", memberBody)
  yield* sql`SET LOCAL session_replication_role = replica`
  yield* sql`
    INSERT INTO hub_idempotency
      (organization_id, principal_kind, principal_id, key, fingerprint, result, created_at, expires_at)
    VALUES
      (1, 'integration', 2, 'done', 'f', ${result}::jsonb, ${from}::timestamptz, ${until}::timestamptz),
      (1, 'operator', 2, 'odd', 'f', '[1, 2]', ${from}::timestamptz, ${until}::timestamptz),
      (1, 'integration', 2, 'open', 'f', NULL, ${from}::timestamptz, ${until}::timestamptz)`
  yield* sql`
    INSERT INTO partner_idempotency
      (tenant, key, fingerprint, state, owner_token, lease_until, venue_ids, status, body, created_at, expires_at)
    VALUES
      ('7', 'done', 'f', 'completed', 'one', ${lease}::timestamptz, ARRAY[102, 101], 201, ${partnerBody},
        ${from}::timestamptz, ${until}::timestamptz),
      ('7', 'empty', 'f', 'completed', 'one', ${lease}::timestamptz, NULL, 204, NULL,
        ${from}::timestamptz, ${until}::timestamptz),
      ('7', 'open', 'f', 'in_flight', 'one', ${lease}::timestamptz, NULL, NULL, NULL,
        ${from}::timestamptz, ${until}::timestamptz)`
  yield* sql`
    INSERT INTO member_idempotency (member_id, key, fingerprint, status, body, created_at, expires_at)
    VALUES
      (7, 'done', 'f', 201, ${sealed}, ${from}::timestamptz, ${until}::timestamptz),
      (7, 'open', 'f', NULL, NULL, ${from}::timestamptz, ${until}::timestamptz)`
})

/** A database at migration 0011 with keys in it, upgraded to the current schema. */
const upgraded = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const former = Effect.map(migrations, (all) => all.filter(([id]) => id <= 11))
    yield* Migrator.make({})({ loader: former })
    yield* sql.withTransaction(insertFormer)
    yield* migrate
  })
).pipe(Layer.provideMerge(twin.layerSql), Layer.merge(AtomicLayer.layerSql), Layer.provideMerge(layerEmpty))

const find = (namespace: IdempotencyNamespace, tenant: string, key: string) =>
  Effect.map(
    IdempotencyKeys.use((keys) => keys.find({ namespace, tenant, key })),
    Option.getOrUndefined
  )

const hub = "1 integration 2"

/** The same request again, a minute after the first. */
const repeated = (policy: IdempotencyPolicy<Failure>, tenant: string, key: string) =>
  atTime(DateTime.add(created, { minutes: 1 }))(runOnce(policy, { tenant, key, fingerprint: "f" }))

layer(upgraded)("0012_idempotency_keys", (it) => {
  it.effect("HUB-070: keeps answers of the hub, with status 200", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* find("hub", hub, "done"), {
        namespace: "hub",
        tenant: hub,
        key: "done",
        fingerprint: "f",
        ownerToken: "migrated",
        leaseUntil: created,
        status: 200,
        headers: null,
        body: result,
        sealedFor: null,
        venueIds: null,
        createdAt: created,
        expiresAt: ends
      })
      assert.strictEqual((yield* find("hub", "1 operator 2", "odd"))?.body, "[1, 2]")
      assert.isUndefined(yield* find("hub", hub, "open"))
    })
  )

  it.effect("PAR-117, PAR-122: keeps answers to partners, and keys that are in flight", () =>
    Effect.gen(function* () {
      const done = {
        namespace: "partner",
        tenant: "7",
        key: "done",
        fingerprint: "f",
        ownerToken: "one",
        leaseUntil: leased,
        status: 201,
        headers: null,
        body: partnerBody,
        sealedFor: null,
        venueIds: [102, 101],
        createdAt: created,
        expiresAt: ends
      } as const
      assert.deepStrictEqual(yield* find("partner", "7", "done"), done)
      const empty = { ...done, key: "empty", status: 204, body: null, venueIds: null }
      assert.deepStrictEqual(yield* find("partner", "7", "empty"), empty)
      assert.deepStrictEqual(yield* find("partner", "7", "open"), { ...empty, key: "open", status: null })
    })
  )

  it.effect("MEM-088: keeps answers to members sealed, and drops keys without an answer", () =>
    Effect.gen(function* () {
      const kept = yield* find("member", "7", "done")
      assert.deepStrictEqual([kept?.status, kept?.sealedFor, kept?.expiresAt], [201, "claim answer", ends])
      assert.notInclude(kept?.body, "12345678")
      assert.isUndefined(yield* find("member", "7", "open"))
    })
  )

  it.effect("HUB-070, PAR-117, PAR-122, MEM-088: a retry across the upgrade gets the first answer", () =>
    Effect.gen(function* () {
      const hubWaiting = { ...waiting, namespace: "hub" } as const
      const replay = (status: number, body: string | null) => ({
        response: { status, headers: null, body },
        isReplay: true
      })
      assert.deepStrictEqual(yield* repeated(hubWaiting, hub, "done"), replay(200, result))
      assert.deepStrictEqual(yield* repeated(leasing, "7", "done"), replay(201, partnerBody))
      assert.deepStrictEqual(yield* repeated(leasing, "7", "empty"), replay(204, null))
      assert.strictEqual(yield* Effect.flip(repeated(leasing, "7", "open")), "in flight")
      assert.deepStrictEqual(yield* repeated(waiting, "7", "done"), replay(201, memberBody))
    })
  )

  it.effect("drops the former tables", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const left = yield* sql`
        SELECT 1 FROM pg_tables
        WHERE tablename IN ('hub_idempotency', 'partner_idempotency', 'member_idempotency')`
      assert.strictEqual(left.length, 0)
    })
  )
})
