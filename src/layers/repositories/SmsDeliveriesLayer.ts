import { Effect, Layer, Option, TxHashMap } from "effect"
import { SmsDeliveries } from "../../domain/sms/SmsDeliveries.ts"
import { DeliveryMissing } from "../../domain/sms/SmsErrors.ts"
import { makeSmsDeliveriesSql } from "../../sql/repositories/SmsDeliveriesSql.ts"
import { Memory } from "../memory/Memory.ts"
import { rowsMemory } from "../memory/rowsMemory.ts"
import { appendEvent } from "./appendEvent.ts"

export const layerSql = Layer.effect(SmsDeliveries, makeSmsDeliveriesSql)

/** The twin over the in-memory tables, whose transactions are serialisable, so it needs no locks. */
export const layerMemory = Layer.effect(
  SmsDeliveries,
  Effect.map(Memory, (memory) => {
    const deliveries = rowsMemory(memory, "deliveries")

    return SmsDeliveries.of({
      findForUpdate: Effect.fnUntraced(function* ({ id: installationId, organizationId, workspaceId }, xid) {
        const found = Option.getOrUndefined(yield* deliveries.find({ organizationId, installationId, xid }))
        if (found === undefined) return Option.none()
        const { id, messageId, providerDeliveryId, status } = found
        const message = Option.getOrUndefined(yield* TxHashMap.get(memory.messages, String(messageId)))
        const conversation = Option.getOrUndefined(
          yield* TxHashMap.get(memory.conversations, String(message?.conversationId))
        )
        if (message === undefined || conversation?.workspaceId !== workspaceId) return Option.none()
        const { guestId } = conversation
        return Option.some({ id, providerDeliveryId, status, messageId, messageXid: message.xid, workspaceId, guestId })
      }, Effect.tx),
      updateProviderId: ({ id, organizationId, providerDeliveryId }) =>
        deliveries.update({ organizationId, id }, { providerDeliveryId }).pipe(
          Effect.asVoid,
          Effect.catchTag("Conflict", () => Effect.fail(new DeliveryMissing()))
        ),
      updateStatus: Effect.fnUntraced(function* ({ delivery, eventXid, occurredAt, organizationId, status }) {
        const { guestId, id, messageId, workspaceId } = delivery
        const from = delivery.status
        const moved = yield* Effect.orDie(
          deliveries.update({ organizationId, id, status: from }, { status, updatedAt: occurredAt })
        )
        const message = Option.getOrUndefined(yield* TxHashMap.get(memory.messages, String(messageId)))
        if (moved.length === 0 || message === undefined) {
          return yield* Effect.die(new Error("The delivery moved without its lock"))
        }
        yield* TxHashMap.set(memory.messages, String(messageId), { ...message, deliveryStatus: status })
        yield* appendEvent(memory, {
          workspaceId,
          xid: eventXid,
          kind: "message.delivery_updated",
          resourceType: "message",
          resourceId: messageId,
          guestId,
          actorKind: "system",
          actorId: null,
          resourceVersion: null,
          occurredAt
        })
      }, Effect.tx)
    })
  })
)
