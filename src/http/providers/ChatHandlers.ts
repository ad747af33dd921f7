import { Effect, Option, Schema } from "effect"
import { AuditOrigin } from "../../domain/audit/audit.ts"
import type { ChatInstallation } from "../../domain/chat/ChatInstallation.ts"
import type { ChatReply } from "../../domain/chat/ChatReply.ts"
import type { SentCommand } from "../../domain/chat/ChatCommand.ts"
import { authenticateChat, takeOnce } from "../../domain/chat/authenticateChat.ts"
import { runChatCommand } from "../../domain/chat/runChatCommand.ts"
import { outerAddress } from "../surface/outerAddress.ts"
import type { RawRequest } from "../surface/rawRoutes.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import { ChatChallenge, ChatEvent } from "./ChatEvent.ts"
import type { Acknowledged } from "./ChatGroup.ts"
import { commandBodies } from "./commandBodies.ts"
import { decodeFields } from "./decodeFields.ts"
import { Interaction, InteractionForm } from "./Interaction.ts"
import { jsonFields, providerFields } from "./providerFields.ts"

/** A reply visible only to the user. The link fields are for platforms that render them. */
const ephemeral = ({ link, text }: ChatReply) => ({
  response_type: "ephemeral" as const,
  text,
  ...(link === undefined ? {} : { linkToken: link.token, linkUrl: link.url, expiresAt: link.expiresAt })
})

const acknowledged: Effect.Effect<typeof Acknowledged.Type> = Effect.succeed({})

/** Verifies a signed request and runs it once; a repetition does nothing and is answered by `again` (INT-039). */
const receiving = <A, E, R>(
  effect: (installation: ChatInstallation, raw: RawRequest) => Effect.Effect<A, E, R>,
  again: (raw: RawRequest) => Effect.Effect<A | typeof Acknowledged.Type, E, R> = () => acknowledged
) =>
  Effect.fnUntraced(function* (raw: RawRequest) {
    const { installationId = "" } = raw.params
    const { headers, url } = raw.request
    const request = yield* authenticateChat(installationId, { headers, url, body: raw.bytes })
    const { id: requestId } = yield* RequestFacts
    const reply = yield* takeOnce(request, effect(request.installation, raw)).pipe(
      Effect.provideService(AuditOrigin, { actor: { kind: "key", id: request.installation.xid }, requestId })
    )
    return Option.isSome(reply) ? reply.value : yield* again(raw)
  })

const isChallenge = (fields: Readonly<Record<string, unknown>>) => fields["type"] === ChatChallenge.fields.type.literal

const answerEvent = Effect.fnUntraced(function* (raw: RawRequest) {
  const fields = yield* providerFields(raw)
  if (isChallenge(fields)) return { challenge: (yield* decodeFields(ChatChallenge, fields)).challenge }
  yield* decodeFields(ChatEvent, fields)
  return {}
})

/**
 * Responds to the platform's URL verification, also when it is repeated, since it has no effect; other events are
 * acknowledged but not stored.
 */
const receiveChatEvent = receiving((_installation, raw) => answerEvent(raw), answerEvent)

const replyTo = Effect.fnUntraced(function* (installation: ChatInstallation, command: SentCommand) {
  return ephemeral(yield* runChatCommand(installation, command, `${yield* outerAddress}/api/v1/chat-links`))
})

const receiveChatCommand = receiving(
  Effect.fnUntraced(function* (installation, raw) {
    const fields = yield* providerFields(raw)
    return yield* replyTo(installation, yield* decodeFields(commandBodies[installation.scheme], fields))
  })
)

const isInteractionForm = Schema.is(InteractionForm)

const receiveChatInteraction = receiving(
  Effect.fnUntraced(function* (installation, raw) {
    const fields = yield* providerFields(raw)
    const interaction = isInteractionForm(fields) ? yield* jsonFields(fields.payload) : fields
    return yield* replyTo(installation, yield* decodeFields(Interaction, interaction))
  })
)

/** Handlers of the callbacks of chat platforms. */
export const ChatHandlers = { receiveChatEvent, receiveChatCommand, receiveChatInteraction }
