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

/** Adds an order with its text sealed, due at once, in the caller's transaction. */
const order = Effect.fnUntraced(function* (
  kind: string,
  of: Readonly<Record<string, string | number>>,
  text: SealedText
) {
  const outbox = yield* Outbox
  const vault = yield* Vault
  const random = yield* SecureRandom.SecureRandom
  const now = yield* DateTime.now
  const orderId = yield* random.uuidV4()
  const sealed = vault.seal(chatOutboxPurpose, orderId, encodeText(text))
  yield* outbox.insert({ kind, payload: { ...of, orderId, sealed }, createdAt: now, dueAt: now })
})

/** Orders the answer to a question. */
export const orderChatTurn = (turn: Omit<ChatTurnOrder, "orderId" | "sealed">, text: SealedText) =>
  order(chatTurnKind, { ...turn }, text)

/** Orders that a user is told something; nothing where the platform named no address for it. */
export const orderChatReply = Effect.fnUntraced(function* (
  { installationXid, organizationId }: Omit<ChatReplyOrder, "orderId" | "sealed">,
  text: SealedText
) {
  if (text.responseUrl !== null) yield* order(chatReplyKind, { installationXid, organizationId }, text)
})

/** What is sealed of an order. */
export const openChatOrder = Effect.fnUntraced(function* (orderId: string, sealed: string) {
  const text = yield* openSealed("The text of a chat", chatOutboxPurpose, orderId, sealed)
  return yield* Effect.orDie(decodeText(text))
})
