import { DateTime, Effect, Layer, Order, TxHashMap } from "effect"
import { GuestMissing } from "../../domain/messaging/MessagingErrors.ts"
import { Messages } from "../../domain/messaging/Messages.ts"
import type { WorkspaceId } from "../../domain/messaging/Workspace.ts"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"
import { makeMessagesSql } from "../../sql/repositories/MessagesSql.ts"
import { Memory } from "../memory/Memory.ts"
import { visibilityOf } from "../../domain/messaging/messageVisible.ts"
import { actionReference, messageReference } from "./references.ts"
import { lookUp } from "./lookUp.ts"
import { instantOrNull } from "../../domain/shared/Instant.ts"

export const layerSql = Layer.effect(Messages, makeMessagesSql)

const newestFirst = Order.mapInput(Order.flip(Order.Number), (row: { readonly seq: number }) => row.seq)

export const layerMemory = Layer.effect(
  Messages,
  Effect.gen(function* () {
    const memory = yield* Memory

    const findConversation = Effect.fnUntraced(function* (
      workspaceId: WorkspaceId,
      organizationId: OrganizationId,
      xid: string
    ) {
      const guests = yield* TxHashMap.snapshot(memory.guests)
      return (yield* TxHashMap.values(memory.conversations)).find(
        (conversation) =>
          conversation.workspaceId === workspaceId &&
          lookUp(guests, conversation.guestId, (guest) => guest.organizationId === organizationId && guest.xid === xid)
      )
    })

    return Messages.of({
      listThread: Effect.fnUntraced(function* ({ before, guest, limit, organizationId, workspaceId }) {
        const conversation = yield* findConversation(workspaceId, organizationId, guest)
        if (conversation === undefined) return yield* new GuestMissing()
        const teams = yield* TxHashMap.snapshot(memory.teams)
        const actions = (yield* TxHashMap.values(memory.actions)).filter((row) => row.workspaceId === workspaceId)
        const thread = (yield* TxHashMap.values(memory.messages)).filter(
          (message) => message.conversationId === conversation.id
        )
        return thread
          .filter((message) => before === undefined || message.seq < before)
          .toSorted(newestFirst)
          .slice(0, limit)
          .map((message) => {
            const action = actions.find((row) => row.xid === message.actionXid)
            const replyTo = thread.find((row) => row.xid === message.replyToXid)
            return {
              seq: message.seq,
              ...visibilityOf(message),
              id: message.xid,
              direction: message.direction,
              channel: message.channel,
              authorKind: message.authorKind,
              authorName: message.authorName,
              body: message.body,
              teamXid: lookUp(teams, message.teamId, (team) => team.xid),
              replyTo: replyTo === undefined ? null : messageReference(replyTo),
              action: action === undefined ? null : actionReference(action),
              deliveryStatus: message.deliveryStatus,
              createdAt: DateTime.formatIso(message.createdAt),
              editedAt: instantOrNull(message.editedAt)
            }
          })
      }, Effect.tx)
    })
  })
)
