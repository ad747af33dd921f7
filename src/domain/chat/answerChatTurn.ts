import { DateTime, Effect, Option, Schema } from "effect"
import { AuditOrigin } from "../audit/audit.ts"
import { maxAttempts as maxClaims, nextAttempt } from "../delivery/nextAttempt.ts"
import { type ClaimedEntry, Outbox } from "../outbox/Outbox.ts"
import { askPrivately, prepareAnswer } from "../privateAi/askPrivately.ts"
import { OperatorCaller } from "../operators/OperatorCaller.ts"
import { openWorkspace } from "../operators/openWorkspace.ts"
import { atomically } from "../shared/atomically.ts"
import { ChatConsultations } from "./ChatConsultations.ts"
import { ChatIdentities, type ChatUser } from "./ChatIdentities.ts"
import { ChatInstallations } from "./ChatInstallations.ts"
import { replies } from "./ChatReply.ts"
import { ChatTurnOrder } from "./ChatTurnOrder.ts"
import { closeConsultation } from "./closeConsultation.ts"
import { type ConsultingOperator, findConsultingOperator } from "./findConsultingOperator.ts"
import { openChatOrder, orderChatReply } from "./orderChatOutbox.ts"

const decode = Schema.decodeUnknownEffect(ChatTurnOrder)

/** Few attempts, since the user is waiting: after a minute or two it is better to ask again. */
const maxAttempts = 3

/**
 * The user of an order and the operator they are currently linked to; no operator once the link, the operator or the
 * permission is gone. None once the user is linked to another operator: the question is not theirs (INT-013).
 */
const findAsker = Effect.fnUntraced(function* (order: ChatTurnOrder) {
  const { consultationId, externalUserId, installationXid, organizationId } = order
  const installation = Option.getOrUndefined(
    yield* ChatInstallations.use(({ findActive }) => findActive(installationXid))
  )
  if (installation?.organizationId !== organizationId) return undefined
  const user: ChatUser = { organizationId, installationId: installation.id, externalUserId }
  const identity = Option.getOrUndefined(yield* ChatIdentities.use((identities) => identities.find(user)))
  const consultations = yield* ChatConsultations
  const consultation = Option.getOrUndefined(yield* consultations.find({ organizationId, id: consultationId }))
  if (identity !== undefined && identity.operatorId !== consultation?.operatorId) return undefined
  const operator =
    identity === undefined ? undefined : Option.getOrUndefined(yield* findConsultingOperator(installation, identity))
  return { user, operator }
})

/** Settles an order and replies to the user; no effect if the entry was claimed again meanwhile. */
const settle = Effect.fnUntraced(function* (
  entry: ClaimedEntry,
  order: ChatTurnOrder,
  {
    responseUrl,
    status,
    text
  }: { readonly status: "sent" | "failed" | "cancelled"; readonly text: string; readonly responseUrl: string | null }
) {
  const outbox = yield* Outbox
  if (!(yield* outbox.updateClaimed(entry, { status, payload: { ...order, sealed: null } }))) return false
  yield* orderChatReply(order, { text, responseUrl })
  return true
})

/**
 * Answers a question, and stores the answer in the operator's private history together with the outcome of the order.
 */
const answer = Effect.fnUntraced(function* (
  entry: ClaimedEntry,
  order: ChatTurnOrder,
  { caller, scope }: ConsultingOperator,
  { question, responseUrl }: { readonly question: string; readonly responseUrl: string | null }
) {
  const { consultationId } = order
  const actor = { kind: "operator", id: caller.operator.xid } as const
  yield* Effect.gen(function* () {
    const reader = yield* openWorkspace(scope)
    const prepared = yield* prepareAnswer(reader, { question, consultationId, askedAt: entry.createdAt })
    const settled = { status: "sent", text: prepared.answer.answer, responseUrl } as const
    yield* atomically(
      Effect.gen(function* () {
        if (yield* settle(entry, order, settled)) yield* askPrivately(prepared)
      })
    )
  }).pipe(Effect.provideService(OperatorCaller, caller), Effect.provideService(AuditOrigin, { actor, requestId: null }))
})

/**
 * Answers a question of a consultation (INT-044) under the operator's current permissions: without read access there is
 * no answer, and the consultation ends. If the assistant is unavailable, it is tried three times in total. A question
 * that cannot be handled at all, such as one that no secret opens, is abandoned without a reply after as many attempts
 * as any other message gets.
 */
export const answerChatTurn = Effect.fnUntraced(function* (entry: ClaimedEntry) {
  const outbox = yield* Outbox
  const order = yield* Effect.orDie(decode(entry.payload))
  if (entry.attempts > maxClaims) {
    yield* Effect.annotateLogs(Effect.logWarning("A question from a chat was given up"), { outbox: entry.id })
    yield* outbox.updateClaimed(entry, { status: "failed", payload: { ...order, sealed: null } })
    return "failed" as const
  }
  if (order.sealed === null) return yield* Effect.die(new Error("The question is gone"))
  const { responseUrl, text: question } = yield* openChatOrder(order.orderId, order.sealed)
  const asker = yield* findAsker(order)
  if (asker?.operator === undefined) {
    yield* Effect.gen(function* () {
      const isSettled = yield* settle(entry, order, { status: "cancelled", responseUrl, ...replies.refused })
      if (isSettled && asker !== undefined) yield* closeConsultation(asker.user, "permission")
    }).pipe(atomically)
    return "cancelled" as const
  }
  const isAnswered = yield* answer(entry, order, asker.operator, { question, responseUrl }).pipe(
    Effect.as(true),
    Effect.catchTags({
      AssistantUnavailable: () => Effect.succeed(false),
      // A chat question refers to no records, and the workspace existed just now. A defect here is retried.
      ActionMissing: Effect.die,
      GuestMissing: Effect.die,
      NotFound: Effect.die,
      WorkspaceMissing: Effect.die
    })
  )
  if (isAnswered) return "sent" as const
  if (entry.attempts < maxAttempts) {
    const dueAt = yield* nextAttempt(entry.attempts, yield* DateTime.now)
    yield* outbox.updateClaimed(entry, { status: "pending", dueAt })
    return "deferred" as const
  }
  yield* atomically(settle(entry, order, { status: "failed", responseUrl, ...replies.unavailable }))
  return "failed" as const
})
