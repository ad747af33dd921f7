import { Effect, Option, Schema } from "effect"
import { AuditOrigin } from "../../domain/audit/audit.ts"
import type { ChatInstallation } from "../../domain/chat/ChatInstallation.ts"
import type { ChatReply } from "../../domain/chat/ChatReply.ts"
import type { RawChatCommand } from "../../domain/chat/ChatCommand.ts"
import { authenticateChat, recordRequest, takeOnce } from "../../domain/chat/authenticateChat.ts"
import { runChatCommand } from "../../domain/chat/runChatCommand.ts"
import { FieldInvalid } from "../../domain/shared/FieldInvalid.ts"
import { externalAddress } from "../surface/externalAddress.ts"
import type { RawRequest } from "../surface/rawRoutes.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import { ChatChallenge, ChatEvent } from "./ChatEvent.ts"
import type { Acknowledged } from "./ChatGroup.ts"
import { commandBodies, type FieldNames, fieldNames } from "./commandBodies.ts"
import { decodeFields } from "./decodeFields.ts"
import { Interaction, InteractionForm } from "./Interaction.ts"
import { jsonFields, providerFields } from "./providerFields.ts"

/** A reply visible only to the user. The link fields are for platforms that render them. */
const ephemeral = ({ link, text }: ChatReply) => ({
  response_type: "ephemeral" as const,
  text,
  ...(link === undefined ? {} : { linkToken: link.token, linkUrl: link.url, expiresAt: link.expiresAt })
})

/** The request, if the platform of the installation in its path signed it. */
const authenticate = ({ bytes, params: { installationId = "" }, request: { headers, url } }: RawRequest) =>
  authenticateChat(installationId, { headers, url, body: bytes })

const isChallenge = (fields: Readonly<Record<string, unknown>>) => fields["type"] === ChatChallenge.fields.type.literal

/**
 * Responds to the platform's URL verification; other events are acknowledged but not stored. Since events have no
 * effect, a repetition gets the same response. It is recorded, so that it is not taken for a command (INT-039).
 */
const receiveChatEvent = Effect.fnUntraced(function* (raw: RawRequest) {
  const request = yield* authenticate(raw)
  const fields = yield* providerFields(raw)
  const event = yield* decodeFields(isChallenge(fields) ? ChatChallenge : ChatEvent, fields)
  yield* recordRequest(request)
  return "challenge" in event ? { challenge: event.challenge } : {}
})

/** Verifies a signed request and runs it once; a repetition does nothing and is acknowledged (INT-039). */
const receiving = <E, R>(
  effect: (installation: ChatInstallation, raw: RawRequest) => Effect.Effect<ReturnType<typeof ephemeral>, E, R>
) =>
  Effect.fnUntraced(function* (raw: RawRequest) {
    const request = yield* authenticate(raw)
    const { id: requestId } = yield* RequestFacts
    const reply = yield* takeOnce(request, effect(request.installation, raw)).pipe(
      Effect.provideService(AuditOrigin, { actor: { kind: "key", id: request.installation.xid }, requestId })
    )
    return Option.getOrElse(reply, (): typeof Acknowledged.Type => ({}))
  })

/** Names the fields of a failure as the platform sent them. */
const asSent = (names: FieldNames) => (failure: FieldInvalid) =>
  new FieldInvalid({ issues: failure.issues.map((issue) => ({ ...issue, field: names[issue.field] ?? issue.field })) })

const replyTo = Effect.fnUntraced(function* (
  installation: ChatInstallation,
  command: RawChatCommand,
  names: FieldNames
) {
  const linksAt = `${yield* externalAddress}/api/v1/chat-links`
  const reply = runChatCommand(installation, command, linksAt)
  return ephemeral(yield* Effect.mapError(reply, asSent(names)))
})

const receiveChatCommand = receiving(
  Effect.fnUntraced(function* (installation, raw) {
    const fields = yield* providerFields(raw)
    const { scheme } = installation
    return yield* replyTo(installation, yield* decodeFields(commandBodies[scheme], fields), fieldNames[scheme])
  })
)

const isInteractionForm = Schema.is(InteractionForm)

const receiveChatInteraction = receiving(
  Effect.fnUntraced(function* (installation, raw) {
    const fields = yield* providerFields(raw)
    const interaction = isInteractionForm(fields) ? yield* jsonFields(fields.payload) : fields
    return yield* replyTo(installation, yield* decodeFields(Interaction, interaction), fieldNames.slack)
  })
)

/** Handlers of the callbacks of chat platforms. */
export const ChatHandlers = { receiveChatEvent, receiveChatCommand, receiveChatInteraction }
