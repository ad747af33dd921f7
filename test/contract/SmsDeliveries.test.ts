import { assert } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import * as fc from "fast-check"
import { deliveredMessageXids, deliveryXids } from "../../src/demo/demoProviders.ts"
import { MessagingEvents } from "../../src/domain/messaging/MessagingEvents.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { recordDelivery } from "../../src/domain/sms/recordDelivery.ts"
import { SmsDeliveries } from "../../src/domain/sms/SmsDeliveries.ts"
import { type DeliveryStatus, deliveryStatuses } from "../../src/domain/sms/SmsDelivery.ts"
import { DeliveryMissing } from "../../src/domain/sms/SmsErrors.ts"
import * as DigestsLayer from "../../src/layers/DigestsLayer.ts"
import * as AuditLogLayer from "../../src/layers/repositories/AuditLogLayer.ts"
import * as MessagingEventsLayer from "../../src/layers/repositories/MessagingEventsLayer.ts"
import * as MessagesLayer from "../../src/layers/repositories/MessagesLayer.ts"
import * as SmsDeliveriesLayer from "../../src/layers/repositories/SmsDeliveriesLayer.ts"
import { chatDataset, chatTime } from "../support/datasets/chatDataset.ts"
import { twins } from "../support/twins.ts"
import { Messages } from "../../src/domain/messaging/Messages.ts"
import { guestXid } from "../../src/demo/demoGuests.ts"

const all = Layer.mergeAll(SecureRandom.layerWebCrypto, DigestsLayer.layer(Redacted.make("a secret for tests")))

const services = {
  layerMemory: Layer.mergeAll(
    SmsDeliveriesLayer.layerMemory,
    MessagingEventsLayer.layerMemory,
    MessagesLayer.layerMemory,
    AuditLogLayer.layerMemory,
    all
  ),
  layerSql: Layer.mergeAll(
    SmsDeliveriesLayer.layerSql,
    MessagingEventsLayer.layerSql,
    MessagesLayer.layerSql,
    AuditLogLayer.layerSql,
    all
  )
}

const [smsA, sha256, , smsB] = chatDataset.smsInstallations
if (smsA === undefined || sha256 === undefined || smsB === undefined) throw new Error("no installations")

type Name = keyof typeof deliveryXids

const find = (name: Name, place = smsA) =>
  SmsDeliveries.use((deliveries) => deliveries.findForUpdate(place, deliveryXids[name]))

/** The deliveryStatus of a message of g1, the number of its delivery events, and whether the feed has no gaps. */
const deliveryOf = Effect.fnUntraced(function* (name: Name) {
  const { organizationId, workspaceId } = smsA
  const scan = { workspaceId, organizationId, guest: guestXid("g1"), before: undefined, limit: 1000 }
  const thread = yield* Effect.orDie(Messages.use((messages) => messages.listThread(scan)))
  const feed = yield* MessagingEvents.use((events) =>
    events.list({ workspaceId, organizationId, guest: undefined, after: 0, limit: 100_000 })
  )
  const about = feed.scanned.filter(
    ({ kind, message }) => kind === "message.delivery_updated" && message?.id === deliveredMessageXids[name]
  )
  return {
    status: thread.find(({ id }) => id === deliveredMessageXids[name])?.deliveryStatus,
    events: about.length,
    isWhole: feed.scanned.every(({ sequence }, place) => sequence === feed.oldest + place)
  }
})

twins("SmsDeliveries", services, chatDataset, (it) => {
  it.effect("INT-040: finds a delivery only in its own installation, with its message", () =>
    Effect.gen(function* () {
      const found = Option.getOrThrow(yield* atomically(find("queued")))
      assert.deepInclude(found, { status: "queued", providerDeliveryId: null, messageXid: deliveredMessageXids.queued })
      assert.strictEqual(found.workspaceId, smsA.workspaceId)
      assert.isTrue(Option.isNone(yield* atomically(find("queued", sha256))))
      assert.isTrue(Option.isNone(yield* atomically(find("queued", { ...smsA, organizationId: smsB.organizationId }))))
      assert.isTrue(Option.isNone(yield* atomically(find("queued", { ...smsA, workspaceId: smsB.workspaceId }))))
      assert.isTrue(Option.isNone(yield* atomically(find("b"))))
    })
  )

  it.effect("INT-040: stores the provider's id of a delivery, which is unique in the installation", () =>
    Effect.gen(function* () {
      const { updateProviderId } = yield* SmsDeliveries
      const { organizationId } = smsA
      const [failed, delivered] = [
        Option.getOrThrow(yield* atomically(find("failed"))),
        Option.getOrThrow(yield* atomically(find("delivered")))
      ]
      yield* updateProviderId({ organizationId, id: failed.id, providerDeliveryId: "P-1" })
      const again = updateProviderId({ organizationId, id: delivered.id, providerDeliveryId: "P-1" })
      assert.deepStrictEqual(yield* Effect.flip(again), new DeliveryMissing())
      assert.strictEqual(Option.getOrThrow(yield* atomically(find("failed"))).providerDeliveryId, "P-1")
      assert.isNull(Option.getOrThrow(yield* atomically(find("delivered"))).providerDeliveryId)
    })
  )

  it.effect("INT-040: updates a delivery and its message and appends an event, all or nothing", () =>
    Effect.gen(function* () {
      const { updateStatus } = yield* SmsDeliveries
      const before = yield* deliveryOf("sent")
      assert.deepInclude(before, { status: "sent", isWhole: true })
      const delivery = Option.getOrThrow(yield* atomically(find("sent")))
      const { organizationId } = smsA
      const move = { organizationId, delivery, status: "delivered" as const, eventXid: "event-1", occurredAt: chatTime }
      yield* updateStatus(move).pipe(Effect.andThen(Effect.fail("later step failed")), atomically, Effect.flip)
      assert.deepStrictEqual(yield* deliveryOf("sent"), before)
      yield* atomically(updateStatus(move))
      assert.deepStrictEqual(yield* deliveryOf("sent"), {
        status: "delivered",
        events: before.events + 1,
        isWhole: true
      })
      assert.strictEqual(Option.getOrThrow(yield* atomically(find("sent"))).status, "delivered")
      assert.strictEqual((yield* Effect.exit(atomically(updateStatus(move))))._tag, "Failure")
    })
  )

  it.effect(
    "INT-041: whatever the order and number of callbacks, the status only advances, to the highest reported",
    () =>
      Effect.gen(function* () {
        const names: ReadonlyArray<Name> = ["queued", "failed", "delivered"]
        const statuses = fc.array(fc.constantFrom(...deliveryStatuses), { maxLength: 12 })
        const rankOf = (status: DeliveryStatus) => deliveryStatuses.indexOf(status)
        for (const name of names) {
          let rank = rankOf(Option.getOrThrow(yield* atomically(find(name))).status)
          for (const reports of fc.sample(statuses, 8)) {
            for (const status of reports) {
              const { events } = yield* deliveryOf(name)
              const isNews = rankOf(status) > rank
              rank = Math.max(rank, rankOf(status))
              const recorded = yield* recordDelivery(smsA, deliveryXids[name], { status })
              assert.strictEqual(recorded, deliveryStatuses[rank])
              assert.deepStrictEqual(yield* deliveryOf(name), {
                status: deliveryStatuses[rank],
                events: events + (isNews ? 1 : 0),
                isWhole: true
              })
            }
          }
        }
      })
  )
})
