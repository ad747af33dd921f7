import { assert } from "@effect/vitest"
import { DateTime, Effect, Layer, type Schema } from "effect"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { chatOutboxPurpose } from "../../src/domain/chat/ChatTurnOrder.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { externalCodePurpose, verificationCodePurpose } from "../../src/domain/fulfillments/fulfillmentCodes.ts"
import { insightSecretPurpose, pmsGuestIdPurpose } from "../../src/domain/insight/insightSecrets.ts"
import { IdempotencyKeys } from "../../src/domain/idempotency/IdempotencyKeys.ts"
import { Outbox } from "../../src/domain/outbox/Outbox.ts"
import { inviteTokenPurpose } from "../../src/domain/invites/InviteOrder.ts"
import {
  type SealedKind,
  type SealedQuery,
  type SealedValue,
  SealedValues
} from "../../src/domain/secrets/SealedValues.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as IdempotencyKeysLayer from "../../src/layers/repositories/IdempotencyKeysLayer.ts"
import * as OutboxLayer from "../../src/layers/repositories/OutboxLayer.ts"
import * as SealedValuesLayer from "../../src/layers/repositories/SealedValuesLayer.ts"
import { twins } from "../support/twins.ts"

const now = DateTime.makeUnsafe("2026-03-04T05:06:07Z")
const demo = demoWithoutCities(now)
const [first, second] = demo.offerCodes
if (first === undefined || second === undefined) throw new Error("The demo data has no codes")

/** The last two codes are of one pool. */
const offerCodes: Dataset["offerCodes"] = [
  ...demo.offerCodes.filter(({ id }) => id < 8610),
  {
    ...first,
    id: 9001,
    xid: "one",
    valueEnc: "k.one",
    valueHash: "k.1",
    status: "void",
    fulfillmentId: null,
    assignedAt: null
  },
  {
    ...first,
    id: 9002,
    xid: "two",
    valueEnc: "k.two",
    valueHash: "k.2",
    status: "void",
    fulfillmentId: null,
    assignedAt: null
  }
]

const keep = Effect.fnUntraced(function* (
  namespace: "hub" | "member",
  key: string,
  body: string | null,
  sealedFor: string | null
) {
  const keys = yield* IdempotencyKeys
  const owned = { namespace, tenant: "7 é\u{1F3E8}", key, ownerToken: "owner" }
  const record = {
    ...owned,
    fingerprint: "f",
    status: null,
    headers: null,
    body: null,
    sealedFor: null,
    venueIds: null
  }
  yield* atomically(
    keys.insertBefore(
      { ...record, leaseUntil: now, createdAt: now, expiresAt: DateTime.add(now, { days: 1 }) },
      keys.updateInsertedResponse({ ...owned, status: 200, headers: null, body, sealedFor, venueIds: null })
    )
  )
})

const pages = Effect.fnUntraced(function* (query: Omit<SealedQuery, "after">) {
  const { list } = yield* SealedValues
  const found: Array<SealedValue> = []
  let count = 0
  let after: string | undefined
  do {
    const page = yield* list({ ...query, after })
    found.push(...page.values)
    count++
    after = page.next
  } while (after !== undefined)
  return { found, count }
})

const all = (kind: SealedKind, except?: string) =>
  Effect.map(pages({ kind, limit: 1000, ...(except === undefined ? {} : { except }) }), ({ found }) => found)

const update = (kind: SealedKind, ...values: Parameters<SealedValues["Service"]["update"]>[1]) =>
  atomically(SealedValues.use((sealed) => sealed.update(kind, values)))

const stored = (value: SealedValue | undefined) => {
  assert.isDefined(value)
  return value
}

twins(
  "SealedValues",
  {
    layerMemory: Layer.mergeAll(
      SealedValuesLayer.layerMemory,
      IdempotencyKeysLayer.layerMemory,
      OutboxLayer.layerMemory
    ),
    layerSql: Layer.mergeAll(SealedValuesLayer.layerSql, IdempotencyKeysLayer.layerSql, OutboxLayer.layerSql)
  },
  { ...demo, offerCodes },
  (it) => {
    it.effect("PAR-028, MEM-088: lists every sealed value once, with its binding, whatever the page size", () =>
      Effect.gen(function* () {
        for (const key of ["a", "B", "\u{1F3E8}", "\uFF5E"]) yield* keep("member", key, `k.${key}`, "member answer")
        yield* keep("hub", "a", "k.hub", "hub answer")
        yield* keep("hub", "plain", "plain", null)
        yield* keep("hub", "bodyless", null, null)
        const responses = yield* all("storedResponse")
        assert.deepStrictEqual(
          responses.map(({ about, digestAbout, purpose, sealed }) => [about, digestAbout, purpose, sealed]),
          [
            ["7 é\u{1F3E8} a", null, "hub answer", "k.hub"],
            ...["B", "a", "\uFF5E", "\u{1F3E8}"].map((key) => [
              `7 é\u{1F3E8} ${key}`,
              null,
              "member answer",
              `k.${key}`
            ])
          ]
        )
        const codes = yield* all("externalCode")
        assert.deepStrictEqual(
          codes.map(({ about, digestAbout, purpose, sealed }) => [about, digestAbout, purpose, sealed]),
          offerCodes.map(({ poolId, valueEnc, xid }) => [xid, String(poolId), externalCodePurpose, valueEnc])
        )
        const coded = demo.fulfillments.filter(({ verificationCodeEnc }) => verificationCodeEnc !== null)
        const verifications = yield* all("verificationCode")
        assert.sameDeepMembers(
          verifications.map(({ about, digestAbout, purpose, sealed }) => [about, digestAbout, purpose, sealed]),
          coded.map(({ id, verificationCodeEnc }) => [id, id, verificationCodePurpose, verificationCodeEnc])
        )
        const hashSecrets = yield* all("insightSecret")
        assert.deepStrictEqual(
          hashSecrets.map(({ about, digestAbout, purpose, sealed }) => [about, digestAbout, purpose, sealed]),
          demo.insightSecrets.map(({ organizationId, secretEnc }) => [
            String(organizationId),
            null,
            insightSecretPurpose,
            secretEnc
          ])
        )
        const guests = yield* all("pmsGuestId")
        assert.deepStrictEqual(
          guests.map(({ about, digestAbout, purpose, sealed }) => [about, digestAbout, purpose, sealed]),
          demo.guestIntelligence.map(({ hashedPmsGuestId, organizationId, pmsGuestIdEnc }) => [
            `${organizationId} ${hashedPmsGuestId}`,
            null,
            pmsGuestIdPurpose,
            pmsGuestIdEnc
          ])
        )
        for (const [kind, found] of [
          ["insightSecret", hashSecrets],
          ["pmsGuestId", guests],
          ["storedResponse", responses],
          ["externalCode", codes],
          ["verificationCode", verifications]
        ] as const) {
          const byTwo = yield* pages({ kind, limit: 2 })
          assert.deepStrictEqual(byTwo.found, found)
          assert.isAtLeast(byTwo.count, found.length / 2)
        }
      })
    )

    it.effect("PAR-028: leaves out values sealed with the excepted key", () =>
      Effect.gen(function* () {
        const except = (yield* all("externalCode", "k")).map(({ about }) => about)
        assert.deepStrictEqual(
          except,
          offerCodes.filter(({ id }) => id < 9000).map(({ xid }) => xid)
        )
        assert.strictEqual((yield* all("externalCode", "kk")).length, offerCodes.length)
      })
    )

    it.effect("PAR-028: replaces a value only if it is unchanged since it was read", () =>
      Effect.gen(function* () {
        const before = yield* all("verificationCode")
        const [one, other] = [stored(before[0]), stored(before[1])]
        const value = { position: one.position, was: one.sealed, sealed: "n.one", digest: "n.digest" }
        const late = { position: other.position, was: "k.changed", sealed: "n.other", digest: null }
        assert.strictEqual(yield* update("verificationCode", value, late), 1)
        assert.strictEqual(yield* update("verificationCode", value), 0)
        assert.deepStrictEqual(yield* all("verificationCode"), [{ ...one, sealed: "n.one" }, ...before.slice(1)])
      })
    )

    it.effect("MEM-088: replaces a stored response under its whole key", () =>
      Effect.gen(function* () {
        yield* keep("hub", "same", "k.hub", "hub answer")
        yield* keep("member", "same", "k.hub", "member answer")
        const ours = (value: SealedValue) => value.about.endsWith(" same")
        const [one, other] = (yield* all("storedResponse")).filter(ours)
        const { position, sealed: was } = stored(one)
        assert.strictEqual(yield* update("storedResponse", { position, was, sealed: "n.hub", digest: null }), 1)
        const after = (yield* all("storedResponse")).filter(ours)
        assert.deepStrictEqual(after, [{ ...stored(one), sealed: "n.hub" }, stored(other)])
      })
    )

    it.effect(
      "DOMAIN 7.1, INT-044: lists and replaces the sealed values of pending outbox entries, and nothing else of them",
      () =>
        Effect.gen(function* () {
          const outbox = yield* Outbox
          const entry = (kind: string, payload: Schema.Json) => outbox.insert({ kind, payload, createdAt: now })
          yield* entry("guest_invite", { messageId: "m", sealedToken: "k.token", channel: "email" })
          yield* entry("guest_invite", { messageId: "settled", sealedToken: null })
          yield* entry("property_notification", { sealedToken: "k.none", sealed: "k.none" })
          yield* entry("property_notification", null)
          yield* entry("chat_turn", { orderId: "t", sealed: "k.turn", sealedToken: "k.none" })
          yield* entry("chat_reply", { orderId: "r", sealed: "k.reply" })
          const waiting = yield* all("waitingMessage")
          assert.deepStrictEqual(
            waiting.map(({ about, digestAbout, purpose, sealed }) => [about, digestAbout, purpose, sealed]),
            [
              ["m", null, inviteTokenPurpose, "k.token"],
              ["t", null, chatOutboxPurpose, "k.turn"],
              ["r", null, chatOutboxPurpose, "k.reply"]
            ]
          )
          assert.deepStrictEqual((yield* pages({ kind: "waitingMessage", limit: 2 })).found, waiting)
          assert.deepStrictEqual(yield* all("waitingMessage", "k"), [])
          const replace = ({ position, sealed: was }: SealedValue) => ({
            position,
            was,
            sealed: `n${was}`,
            digest: null
          })
          const late = { ...replace(stored(waiting[2])), was: "k.changed" }
          const changes = waiting.slice(0, 2).map(replace)
          assert.strictEqual(yield* update("waitingMessage", ...changes, late), 2)
          assert.deepStrictEqual(
            (yield* outbox.list).map(({ payload }) => payload),
            [
              { messageId: "m", sealedToken: "nk.token", channel: "email" },
              { messageId: "settled", sealedToken: null },
              { sealedToken: "k.none", sealed: "k.none" },
              null,
              { orderId: "t", sealed: "nk.turn", sealedToken: "k.none" },
              { orderId: "r", sealed: "k.reply" }
            ]
          )
        })
    )

    it.effect("MEM-088: replaces a code's value even if its new digest belongs to another code of the pool", () =>
      Effect.gen(function* () {
        const own = (yield* all("externalCode")).filter(({ sealed }) => sealed.startsWith("k."))
        const [one, two] = [stored(own[0]), stored(own[1])]
        const change = ({ position, sealed: was }: SealedValue, digest: string | null) =>
          update("externalCode", { position, was, sealed: `n.${position}`, digest })
        assert.strictEqual(yield* change(one, "k.2"), 1)
        assert.strictEqual(yield* change(two, "n.2"), 1)
        assert.strictEqual(
          yield* update("externalCode", {
            position: one.position,
            was: `n.${one.position}`,
            sealed: "n.again",
            digest: "n.1"
          }),
          1
        )
      })
    )
  }
)
