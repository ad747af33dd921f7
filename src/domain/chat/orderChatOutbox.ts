import { DateTime, Effect, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { Outbox } from "../outbox/Outbox.ts"
import { openSealed } from "../shared/openSealed.ts"
import { Vault } from "../shared/Vault.ts"
import {
  type ChatReplyOrder,
  type ChatTurnOrder,
  chatOutboxPurpose,
  chatReplyKind,
  chatTurnKind,
  SealedText
} from "./ChatTurnOrder.ts"

type SealedText = typeof SealedText.Type

const encodeText = Schema.encodeSync(SealedText)
const decodeText = Schema.decodeEffect(SealedText)

/** Adds an order with its text sealed, due immediately, in the caller's transaction. */
const order = Effect.fnUntraced(function* (
  kind: string,
  fields: Readonly<Record<string, string | number>>,
  text: SealedText
) {
  const outbox = yield* Outbox
  const vault = yield* Vault
  const random = yield* SecureRandom.SecureRandom
  const now = yield* DateTime.now
  const orderId = yield* random.uuidV4()
  const sealed = vault.seal(chatOutboxPurpose, orderId, encodeText(text))
  yield* outbox.insert({ kind, payload: { ...fields, orderId, sealed }, createdAt: now, dueAt: now })
})

/** Queues a question to be answered. */
export const orderChatTurn = (turn: Omit<ChatTurnOrder, "orderId" | "sealed">, text: SealedText) =>
  order(chatTurnKind, { ...turn }, text)

/** Queues a reply to a user; no effect without a response URL. */
export const orderChatReply = Effect.fnUntraced(function* (
  { installationXid, organizationId }: Omit<ChatReplyOrder, "orderId" | "sealed">,
  text: SealedText
) {
  if (text.responseUrl !== null) yield* order(chatReplyKind, { installationXid, organizationId }, text)
})

/** Opens the sealed content of an order. */
export const openChatOrder = Effect.fnUntraced(function* (orderId: string, sealed: string) {
  const text = yield* openSealed("The text of a chat", chatOutboxPurpose, orderId, sealed)
  return yield* Effect.orDie(decodeText(text))
})
