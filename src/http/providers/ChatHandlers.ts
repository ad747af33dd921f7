import { Effect, Option, Schema } from "effect"
import { AuditOrigin } from "../../domain/audit/audit.ts"
import type { ChatInstallation } from "../../domain/chat/ChatInstallation.ts"
import type { ChatReply } from "../../domain/chat/ChatReply.ts"
import type { SentCommand } from "../../domain/chat/ChatCommand.ts"
import { authenticateChat, takeOnce } from "../../domain/chat/receiveChat.ts"
import { runChatCommand } from "../../domain/chat/runChatCommand.ts"
import { outerAddress } from "../surface/outerAddress.ts"
import type { RawRequest } from "../surface/rawRoutes.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import { ChatChallenge, ChatEvent } from "./ChatEvent.ts"
import { commandBodies } from "./commandBodies.ts"
import { decodeFields } from "./decodeFields.ts"
import { Interaction, InteractionForm } from "./Interaction.ts"
import { jsonFields, providerFields } from "./providerFields.ts"

/** As chat platforms show it: to the one who asked. Fields of a link are for platforms that make something of them. */
const shown = ({ link, text }: ChatReply) => ({
  response_type: "ephemeral" as const,
  text,
  ...(link === undefined ? {} : { linkToken: link.token, linkUrl: link.url, expiresAt: link.expiresAt })
})

/** What a signed request asks for, done once; its repetition is acknowledged and does nothing (INT-039). */
const taking = <A, E, R>(
  name: string,
  effect: (installation: ChatInstallation, raw: RawRequest) => Effect.Effect<A, E, R>
) =>
  Effect.fn(name)(function* (raw: RawRequest) {
    const { installationId = "" } = raw.params
    const { headers, url } = raw.request
    const request = yield* authenticateChat(installationId, { headers, url, body: raw.bytes })
    const { id: requestId } = yield* RequestFacts
    const answer = yield* takeOnce(request, effect(request.installation, raw)).pipe(
      Effect.provideService(AuditOrigin, { actor: { kind: "key", id: request.installation.xid }, requestId })
    )
    return Option.getOrElse(answer, () => ({}))
  })

const isChallenge = (fields: Readonly<Record<string, unknown>>) => fields["type"] === ChatChallenge.fields.type.literal

/** Events are acknowledged and not kept; the platform's question whether this is our address is answered. */
const receiveChatEvent = taking(
  "receiveChatEvent",
  Effect.fnUntraced(function* (_installation, raw) {
    const fields = yield* providerFields(raw)
    if (isChallenge(fields)) return { challenge: (yield* decodeFields(ChatChallenge, fields)).challenge }
    yield* decodeFields(ChatEvent, fields)
    return {}
  })
)

const answerTo = Effect.fnUntraced(function* (installation: ChatInstallation, command: SentCommand) {
  return shown(yield* runChatCommand(installation, command, `${yield* outerAddress}/api/v1/chat-links`))
})

const receiveChatCommand = taking(
  "receiveChatCommand",
  Effect.fnUntraced(function* (installation, raw) {
    const fields = yield* providerFields(raw)
    return yield* answerTo(installation, yield* decodeFields(commandBodies[installation.scheme], fields))
  })
)

const isInteractionForm = Schema.is(InteractionForm)

const receiveChatInteraction = taking(
  "receiveChatInteraction",
  Effect.fnUntraced(function* (installation, raw) {
    const fields = yield* providerFields(raw)
    const interaction = isInteractionForm(fields) ? yield* jsonFields(fields.payload) : fields
    return yield* answerTo(installation, yield* decodeFields(Interaction, interaction))
  })
)

/** What is done for the callbacks of chat platforms. */
export const ChatHandlers = { receiveChatEvent, receiveChatCommand, receiveChatInteraction }
