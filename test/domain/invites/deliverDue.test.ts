import { assert } from "@effect/vitest"
import { DateTime, Duration, Effect, Layer, Logger, Option, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { demoWithoutCities } from "../../support/datasets/demoWithoutCities.ts"
import { inviteIds, type InviteName, inviteTokens } from "../../../src/demo/demoInvites.ts"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { sha256 } from "../../../src/demo/seeded.ts"
import { deliverDue } from "../../../src/domain/delivery/deliverDue.ts"
import { Delivery } from "../../../src/domain/delivery/Delivery.ts"
import {
  accepted,
  type Channel,
  deferred,
  type DeliveryOutcome,
  type Message,
  refused
} from "../../../src/domain/delivery/Message.ts"
import { maxAttempts } from "../../../src/domain/delivery/nextAttempt.ts"
import { deliverInvite } from "../../../src/domain/invites/deliverInvite.ts"
import { inviteOrderKind } from "../../../src/domain/invites/InviteOrder.ts"
import { GuestInvites } from "../../../src/domain/invites/GuestInvites.ts"
import { orderInvite } from "../../../src/domain/invites/orderInvite.ts"
import { Outbox } from "../../../src/domain/outbox/Outbox.ts"
import { makeSmtp } from "../../../src/layers/delivery/makeSmtp.ts"
import * as GuestInvitesLayer from "../../../src/layers/repositories/GuestInvitesLayer.ts"
import * as OutageLayer from "../../../src/layers/OutageLayer.ts"
import * as OutboxLayer from "../../../src/layers/repositories/OutboxLayer.ts"
import * as VaultLayer from "../../../src/layers/VaultLayer.ts"
import { atTime } from "../../support/atTime.ts"
import * as MailServer from "../../support/servers/MailServer.ts"
import { twins } from "../../support/twins.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
const organizationId = organizationIds.A

const repositories = {
  layerMemory: Layer.merge(GuestInvitesLayer.layerMemory, OutboxLayer.layerMemory),
  layerSql: Layer.merge(GuestInvitesLayer.layerSql, OutboxLayer.layerSql)
}

const ownSecret = Redacted.make("a-secret-of-thirty-two-characters")

const servicesOf = (secret: Redacted.Redacted) =>
  Layer.mergeAll(VaultLayer.layer(secret), SecureRandom.layerWebCrypto, Logger.layer([]))

const services = servicesOf(ownSecret)

type Send = (message: Message) => Effect.Effect<DeliveryOutcome>

const deliver = (send: Send, at = now) =>
  deliverDue({ [inviteOrderKind]: deliverInvite }).pipe(
    Effect.provideService(Delivery, {
      channels: new Set<Channel>(["email", "sms"]),
      inviteUrl: "https://app.example.com/invite",
      send
    }),
    Effect.provide(services),
    atTime(at)
  )

/** Orders the message of a demo invite of V1, its token sealed with this secret. */
const order = (name: InviteName, at = now, secret = ownSecret) =>
  orderInvite(
    {
      id: inviteIds[name],
      organizationId: organizationIds[name === "sent_b" ? "B" : "A"],
      tokenHash: sha256(inviteTokens[name])
    },
    { channel: "email", token: inviteTokens[name], now: at }
  ).pipe(Effect.provide(servicesOf(secret)))

const invite = (name: InviteName, at = now) =>
  GuestInvites.use(({ get }) =>
    get({ reach: { organizationIds: [organizationId], venueIds: "all" }, id: inviteIds[name], now: at })
  )

/** Makes the invite pending again, after failing its earlier orders. */
const renew = (name: InviteName) =>
  Effect.gen(function* () {
    yield* GuestInvites.use(({ update }) =>
      update(
        { id: inviteIds[name], organizationId },
        {
          status: "pending",
          tokenHash: sha256(inviteTokens[name]),
          lastSentAt: null,
          expiresAt: DateTime.add(now, { days: 20 }),
          updatedAt: now
        }
      )
    )
    yield* deliver(() => Effect.succeed(refused("forgotten")), DateTime.add(now, { days: 1 }))
    yield* GuestInvites.use(({ update }) =>
      update({ id: inviteIds[name], organizationId }, { status: "pending", updatedAt: now })
    )
  })

const last = Effect.map(
  Outbox.use(({ list }) => list),
  (entries) => entries.at(-1)
)

const recorder = (...outcomes: ReadonlyArray<DeliveryOutcome>) => {
  const messages: Array<Message> = []
  const send: Send = (message) =>
    Effect.sync(() => {
      messages.push(message)
      return outcomes[Math.min(messages.length, outcomes.length) - 1] ?? accepted
    })
  return { messages, send }
}

const later = (parts: Partial<DateTime.DateTime.PartsForMath>) => DateTime.add(now, parts)

twins("deliverDue", repositories, demoWithoutCities(now), (it) => {
  it.effect(
    "DOMAIN 7.1: an accepted message marks the invite sent and is not sent again; the outbox holds no plain token",
    () =>
      Effect.gen(function* () {
        yield* order("pending")
        const before = yield* last
        assert.notInclude(JSON.stringify(before), inviteTokens.pending)
        const { messages, send } = recorder()
        assert.deepStrictEqual(yield* deliver(send), { sent: 1, failed: 0, deferred: 0, cancelled: 0 })
        assert.strictEqual(messages[0]?.to, "guest-pending@example.com")
        assert.include(messages[0]?.text, `https://app.example.com/invite?token=${inviteTokens.pending}`)
        const row = yield* invite("pending")
        assert.deepStrictEqual([row.status, row.lastSentAt, row.sentCount], ["sent", now, 1])
        const after = yield* last
        assert.deepStrictEqual([after?.status, after?.attempts], ["sent", 1])
        assert.include(JSON.stringify(after), '"sealedToken":null')
        assert.deepStrictEqual((yield* deliver(send, later({ days: 1 }))).sent, 0)
        assert.lengthOf(messages, 1)
      })
  )

  it.effect("DOMAIN 7.1: removing a settled outbox entry leaves the invite unchanged and sends nothing again", () =>
    Effect.gen(function* () {
      yield* renew("pending")
      yield* order("pending")
      const { messages, send } = recorder()
      yield* deliver(send)
      const { removeSettled } = yield* Outbox
      const before = yield* invite("pending")
      assert.isAbove(yield* removeSettled(later({ days: 31 })), 0)
      assert.strictEqual(yield* removeSettled(later({ days: 31 })), 0)
      assert.deepStrictEqual(yield* invite("pending"), before)
      yield* deliver(send, later({ days: 31 }))
      assert.lengthOf(messages, 1)
      yield* renew("pending")
      yield* order("pending")
      yield* deliver(send)
      assert.lengthOf(messages, 2)
      assert.notStrictEqual(messages[1]?.id, messages[0]?.id)
    })
  )

  it.effect("DOMAIN 7.1: a refused message marks the invite failed at once and is not retried", () =>
    Effect.gen(function* () {
      yield* renew("pending")
      yield* order("pending")
      const { messages, send } = recorder(refused("status 550"))
      assert.strictEqual((yield* deliver(send)).failed, 1)
      assert.strictEqual((yield* invite("pending")).status, "failed")
      yield* deliver(send, later({ days: 1 }))
      assert.lengthOf(messages, 1)
    })
  )

  it.effect(
    "DOMAIN 7.1: retries a deferred message under the same id with growing delays, and fails it after the last attempt",
    () =>
      Effect.gen(function* () {
        yield* renew("pending")
        yield* order("pending")
        const { messages, send } = recorder(deferred("status 450"))
        const pauses: Array<number> = []
        let at = now
        for (let attempt = 1; attempt < maxAttempts; attempt++) {
          assert.strictEqual((yield* deliver(send, at)).deferred, 1)
          const entry = yield* last
          const dueAt = entry?.dueAt ?? assert.fail("is not due again")
          pauses.push(DateTime.toEpochMillis(dueAt) - DateTime.toEpochMillis(at))
          assert.deepStrictEqual(yield* deliver(send, DateTime.subtract(dueAt, { milliseconds: 1 })), {
            sent: 0,
            failed: 0,
            deferred: 0,
            cancelled: 0
          })
          at = dueAt
        }
        assert.strictEqual((yield* invite("pending")).status, "pending")
        assert.strictEqual((yield* deliver(send, at)).failed, 1)
        assert.strictEqual((yield* invite("pending")).status, "failed")
        assert.lengthOf(messages, maxAttempts)
        assert.lengthOf([...new Set(messages.map(({ id }) => id))], 1)
        for (const [index, pause] of pauses.entries()) {
          const whole = Math.min(3_600_000, 30_000 * 2 ** index)
          assert.isAtLeast(pause, whole / 2)
          assert.isAtMost(pause, whole)
        }
        assert.isAbove(DateTime.toEpochMillis(at) - DateTime.toEpochMillis(now), 3_600_000)
      })
  )

  it.effect("DOMAIN 7.1: cancels the message of a replaced token and of a revoked, failed or expired invite", () =>
    Effect.gen(function* () {
      for (const change of [
        { tokenHash: sha256("another") },
        { status: "revoked" },
        { status: "failed" },
        { expiresAt: now }
      ] as const) {
        yield* renew("pending")
        yield* order("pending")
        yield* GuestInvites.use(({ update }) =>
          update({ id: inviteIds.pending, organizationId }, { ...change, updatedAt: now })
        )
        const { messages, send } = recorder()
        assert.strictEqual((yield* deliver(send)).cancelled, 1, JSON.stringify(change))
        assert.deepStrictEqual(messages, [])
        assert.strictEqual((yield* last)?.status, "cancelled")
      }
    })
  )

  it.effect(
    "DOMAIN 7.1: an invite that changes while its message is sent keeps its status, and when it was accepted",
    () =>
      Effect.gen(function* () {
        const context = yield* Effect.context<GuestInvites>()
        for (const change of [{ tokenHash: sha256("newer") }, { status: "revoked" }] as const) {
          for (const outcome of [accepted, refused("status 550")]) {
            yield* renew("pending")
            yield* order("pending")
            const send: Send = () =>
              Effect.as(
                Effect.orDie(
                  GuestInvites.use(({ update }) =>
                    update({ id: inviteIds.pending, organizationId }, { ...change, updatedAt: now })
                  )
                ),
                outcome
              ).pipe(Effect.provideContext(context))
            yield* deliver(send)
            const row = yield* invite("pending")
            assert.deepStrictEqual(
              [row.status, row.lastSentAt],
              ["status" in change ? change.status : "pending", outcome._tag === "accepted" ? now : null],
              `${JSON.stringify(change)} ${outcome._tag}`
            )
          }
        }
      })
  )

  it.effect(
    "DOMAIN 7.1: after a crash between sending and recording, sends again under the same id when the claim ends",
    () =>
      Effect.gen(function* () {
        yield* renew("pending")
        yield* order("pending")
        const { messages, send } = recorder()
        const dying: Send = (message) => Effect.andThen(send(message), Effect.interrupt)
        yield* Effect.exit(deliver(dying))
        assert.lengthOf(messages, 1)
        assert.strictEqual((yield* invite("pending")).status, "pending")
        yield* deliver(send, later({ seconds: 119 }))
        assert.lengthOf(messages, 1)
        assert.strictEqual((yield* deliver(send, later({ seconds: 120 }))).sent, 1)
        assert.deepStrictEqual([messages.length, messages[1]?.id], [2, messages[0]?.id])
        assert.strictEqual((yield* invite("pending")).status, "sent")
      })
  )

  it.effect(
    "DOMAIN 7.1: one of three concurrent runs sends a message, and a claim whose lease ended records nothing",
    () =>
      Effect.gen(function* () {
        yield* renew("pending")
        yield* order("pending")
        const { messages, send } = recorder()
        yield* Effect.all([deliver(send), deliver(send), deliver(send)], { concurrency: "unbounded" })
        assert.lengthOf(messages, 1)
        const outbox = yield* Outbox
        yield* outbox.insert({ kind: "test", payload: {}, createdAt: now, dueAt: now })
        const leaseUntil = later({ minutes: 2 })
        const claim = (at: DateTime.Utc) =>
          Effect.map(outbox.claim({ now: at, leaseUntil, except: [] }), Option.getOrUndefined)
        const first = (yield* claim(now)) ?? assert.fail("nothing is due")
        assert.isUndefined(yield* claim(now))
        const second = (yield* claim(leaseUntil)) ?? assert.fail("the claim did not end")
        assert.deepStrictEqual([second.id, second.attempts], [first.id, 2])
        assert.isFalse(yield* outbox.updateClaimed(first, { status: "sent", payload: {} }))
        assert.isTrue(yield* outbox.updateClaimed(second, { status: "sent", payload: {} }))
        assert.isFalse(yield* outbox.updateClaimed(second, { status: "failed", payload: {} }))
      })
  )

  it.effect("DOMAIN 7.1: never claims record-only entries, and claims the longest due entry first", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      yield* outbox.insert({ kind: "recorded", payload: {}, createdAt: now })
      yield* outbox.insert({ kind: "second", payload: {}, createdAt: now, dueAt: later({ seconds: -1 }) })
      yield* outbox.insert({ kind: "first", payload: {}, createdAt: now, dueAt: later({ seconds: -2 }) })
      const claims = []
      for (let i = 0; i < 3; i++) {
        const claim = outbox.claim({ now, leaseUntil: later({ minutes: 2 }), except: [] })
        const claimed = Option.getOrUndefined(yield* claim)
        if (claimed !== undefined) yield* outbox.updateClaimed(claimed, { status: "sent", payload: {} })
        claims.push(claimed?.kind)
      }
      assert.deepStrictEqual(claims, ["first", "second", undefined])
    })
  )

  it.effect("DOMAIN 7.1: claims no entry of the kinds that are excepted, however long it has been due", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      yield* outbox.insert({ kind: "slow", payload: {}, createdAt: now, dueAt: later({ seconds: -2 }) })
      yield* outbox.insert({ kind: "prompt", payload: {}, createdAt: now, dueAt: later({ seconds: -1 }) })
      const kinds = []
      for (const except of [["slow"], ["slow"], ["slow", "prompt"], ["prompt"]]) {
        const claimed = Option.getOrUndefined(yield* outbox.claim({ now, leaseUntil: later({ minutes: 2 }), except }))
        kinds.push(claimed?.kind)
        if (claimed !== undefined) yield* outbox.updateClaimed(claimed, { status: "sent", payload: {} })
      }
      assert.deepStrictEqual(kinds, ["prompt", undefined, undefined, "slow"])
    })
  )

  it.effect("DOMAIN 7.1: a defect while sending defers that message and does not hold up others", () =>
    Effect.gen(function* () {
      yield* renew("pending")
      yield* order("pending")
      yield* order("pending")
      let sends = 0
      const counts = yield* deliver(() =>
        Effect.suspend(() => (sends++ === 0 ? Effect.die(new Error("broken")) : Effect.succeed(accepted)))
      )
      assert.deepStrictEqual(counts, { sent: 1, failed: 0, deferred: 1, cancelled: 0 })
    })
  )

  it.effect("DOMAIN 7.1: an order that no secret opens is deferred, and the others are sent", () =>
    Effect.gen(function* () {
      yield* renew("pending")
      yield* renew("sent")
      yield* order("pending", now, Redacted.make("another-secret-of-32-characters-x"))
      yield* order("sent", later({ seconds: 1 }))
      const { messages, send } = recorder()
      const counts = yield* deliver(send, later({ seconds: 2 })).pipe(Effect.provide(OutageLayer.layer))
      assert.deepStrictEqual(counts, { sent: 1, failed: 0, deferred: 1, cancelled: 0 })
      assert.deepStrictEqual(
        messages.map(({ to }) => to),
        ["guest-sent@example.com"]
      )
    })
  )

  it.effect("DOMAIN 7.1: a mail server that greylists gets one message, on the second attempt", () =>
    Effect.gen(function* () {
      yield* renew("pending")
      yield* order("pending")
      const server = yield* MailServer.serve([{ at: "recipient", status: 450, text: "greylisted" }, "accept"])
      const { send } = makeSmtp({
        url: Redacted.make(server.url),
        from: "desk@hotel.example",
        requireTls: false,
        timeout: Duration.seconds(5)
      })
      assert.strictEqual((yield* deliver(send)).deferred, 1)
      assert.strictEqual((yield* invite("pending")).status, "pending")
      assert.strictEqual((yield* deliver(send, later({ minutes: 1 }))).sent, 1)
      assert.strictEqual((yield* invite("pending")).status, "sent")
      assert.lengthOf(server.messages, 1)
      assert.match(server.messages[0]?.header("message-id") ?? "", /^<[0-9a-f-]{36}@hotel\.example>$/)
      assert.include(server.messages[0]?.raw.replaceAll("=\r\n", "").replaceAll("=3D", "="), inviteTokens.pending)
    })
  )

  it.effect("DOMAIN 7.1: a mail server that refuses the recipient fails the invite after one attempt", () =>
    Effect.gen(function* () {
      yield* renew("pending")
      yield* order("pending")
      const server = yield* MailServer.serve([{ at: "recipient", status: 550, text: "no such user" }])
      const { send } = makeSmtp({
        url: Redacted.make(server.url),
        from: "desk@hotel.example",
        requireTls: false,
        timeout: Duration.seconds(5)
      })
      assert.strictEqual((yield* deliver(send)).failed, 1)
      assert.strictEqual((yield* invite("pending")).status, "failed")
      assert.strictEqual(server.attempts(), 1)
    })
  )
})
