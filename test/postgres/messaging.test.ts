import { assert, it } from "@effect/vitest"
import { Context, DateTime, Deferred, Duration, Effect, Fiber, Layer, Redacted } from "effect"
import type { ActionCommand } from "../../src/domain/actions/ActionCommand.ts"
import { Actions } from "../../src/domain/actions/Actions.ts"
import { IdempotencyKeys, type IdempotencyRecord, KeyBusy } from "../../src/domain/idempotency/IdempotencyKeys.ts"
import { MessagingEvents } from "../../src/domain/messaging/MessagingEvents.ts"
import { WorkspaceId } from "../../src/domain/messaging/Workspace.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import { migratedDatabase } from "../support/servers/freshDatabase.ts"
import { claimMove, messagingDataset, minute } from "../support/datasets/messagingDataset.ts"
import { layerSql, messagingPermissions, transition as transitionOnce } from "../support/messagingServices.ts"
import { postgres } from "../support/servers/servers.ts"

const dataset = {
  ...messagingDataset,
  messagingGrants: messagingDataset.messagingGrants.map((grant) => ({ ...grant, permissions: messagingPermissions }))
}

/** The services over a database of the test's own. */
const start = Effect.fnUntraced(function* (statementTimeout: Duration.Input) {
  const { url } = yield* migratedDatabase
  const services = yield* Layer.build(
    layerSql.pipe(
      Layer.provideMerge(
        DatabaseLayer.layerServer({
          url: Redacted.make(url),
          pool: 8,
          statementTimeout: Duration.fromInputUnsafe(statementTimeout)
        })
      ),
      Layer.orDie
    )
  )
  yield* insertDataset(dataset).pipe(Effect.provideContext(services), Effect.orDie)
  return services
})

const record = (key: string): IdempotencyRecord => ({
  namespace: "hub",
  tenant: "1 integration 1",
  key,
  fingerprint: "f",
  ownerToken: "holder",
  leaseUntil: minute(0),
  status: null,
  headers: null,
  body: null,
  sealedFor: null,
  venueIds: null,
  createdAt: minute(0),
  expiresAt: DateTime.add(minute(0), { days: 30 })
})

const claim: ActionCommand = { type: "claim", id: "a1", expectedVersion: 1 }

const transition = (idempotencyKey: string) => transitionOnce(claim, idempotencyKey)

const feed = Effect.map(
  MessagingEvents.use((events) =>
    events.list({
      workspaceId: WorkspaceId.make(1),
      organizationId: OrganizationId.make(1),
      guest: undefined,
      after: 8,
      limit: 101
    })
  ),
  ({ head, scanned }) => [head, ...scanned.map((event) => event.id)]
)

/** Runs `effect` in a transaction that stays open until `commit`. */
const holding = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const [begun, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const transaction = yield* Effect.forkChild(
    atomically(effect.pipe(Effect.andThen(Deferred.succeed(begun, undefined)), Effect.andThen(Deferred.await(end))))
  )
  yield* Deferred.await(begun)
  return { commit: Effect.andThen(Deferred.succeed(end, undefined), Fiber.join(transaction)), transaction }
})

postgres.describe("messaging on a PostgreSQL server", () => {
  it.live("HUB-072: a key held by a slow request is in flight, then free or replayed", () =>
    Effect.gen(function* () {
      const services = yield* start("2 seconds")
      const keys = Context.get(services, IdempotencyKeys)
      yield* Effect.gen(function* () {
        const holder = yield* holding(keys.insertBefore(record("held-key-1"), Effect.void))
        const waited = yield* keys.insertBefore(record("held-key-1"), Effect.void).pipe(atomically, Effect.flip)
        assert.deepStrictEqual(waited, new KeyBusy())
        assert.strictEqual((yield* Effect.flip(transition("held-key-1")))._tag, "IdempotencyInProgress")
        yield* Fiber.interrupt(holder.transaction)
        assert.strictEqual((yield* transition("held-key-1")).transition.toState, "owned")
      }).pipe(Effect.provideContext(services))
    })
  )

  it.live("HUB-044, A-13: a later writer waits for an earlier one, and no head passes an uncommitted event", () =>
    Effect.gen(function* () {
      const services = yield* start("20 seconds")
      const actions = Context.get(services, Actions)
      yield* Effect.gen(function* () {
        const earlier = yield* holding(
          Effect.andThen(actions.insertTransition(claimMove(1)), actions.find(WorkspaceId.make(1), "a1"))
        )
        const later = yield* Effect.forkChild(atomically(actions.insertTransition(claimMove(5))))
        yield* Effect.sleep("150 millis")
        assert.deepStrictEqual(yield* feed, [8])
        assert.isUndefined(later.pollUnsafe())
        yield* earlier.commit
        yield* Fiber.join(later)
        assert.deepStrictEqual(yield* feed, [10, "event-1", "event-5"])
      }).pipe(Effect.provideContext(services))
    })
  )

  it.live("HUB-051: a purge beside a writer keeps the writer's events and the correct oldest event", () =>
    Effect.gen(function* () {
      const services = yield* start("20 seconds")
      const actions = Context.get(services, Actions)
      const events = Context.get(services, MessagingEvents)
      yield* Effect.gen(function* () {
        const writer = yield* holding(
          Effect.andThen(actions.insertTransition(claimMove(1)), actions.find(WorkspaceId.make(1), "a1"))
        )
        const purge = yield* Effect.forkChild(events.removeBefore(minute(60)))
        yield* Effect.sleep("150 millis")
        yield* writer.commit
        assert.strictEqual(yield* Fiber.join(purge), 10)
        const left = yield* events.list({
          workspaceId: WorkspaceId.make(1),
          organizationId: OrganizationId.make(1),
          guest: undefined,
          after: 0,
          limit: 101
        })
        assert.deepStrictEqual([left.head, left.oldest, left.scanned.map((event) => event.sequence)], [9, 9, [9]])
      }).pipe(Effect.provideContext(services))
    })
  )
})
