import { DateTime, Effect, Option, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { AuditOrigin } from "../../domain/audit/audit.ts"
import type { SentCommand } from "../../domain/chat/ChatCommand.ts"
import type { ChatInstallation, ChatScheme } from "../../domain/chat/ChatInstallation.ts"
import type { ChatReply } from "../../domain/chat/ChatReply.ts"
import { authenticateChat, takeOnce } from "../../domain/chat/receiveChat.ts"
import { runChatCommand } from "../../domain/chat/runChatCommand.ts"
import { characters } from "../../domain/shared/characters.ts"
import type { FailureInstance } from "../../domain/shared/Failure.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import type { RawRequest } from "../surface/rawRoutes.ts"
import { outerAddress } from "./calledUrl.ts"
import { decodeFields } from "./decodeFields.ts"
import { providerFields } from "./providerFields.ts"
import { sentCommand, sentInteraction } from "./sentCommand.ts"

/** As chat platforms show it: to the one who asked. Fields of a link are for platforms that make something of them. */
const shown = ({ link, text }: ChatReply) => ({
  response_type: "ephemeral",
  text,
  ...(link === undefined
    ? {}
    : { linkToken: link.token, linkUrl: link.url, expiresAt: DateTime.formatIso(link.expiresAt) })
})

const acknowledged = HttpServerResponse.jsonUnsafe({})

/** What a signed request asks for, done once; its repetition is acknowledged and does nothing (INT-039). */
const taking = <R>(
  name: string,
  effect: (installation: ChatInstallation, raw: RawRequest) => Effect.Effect<object, FailureInstance, R>
) =>
  Effect.fn(name)(function* (raw: RawRequest) {
    const { installationId = "" } = raw.params
    const { headers, url } = raw.request
    const request = yield* authenticateChat(installationId, { headers, url, body: raw.bytes })
    const { id: requestId } = yield* RequestFacts
    const answer = yield* takeOnce(request, effect(request.installation, raw)).pipe(
      Effect.provideService(AuditOrigin, { actor: { kind: "key", id: request.installation.xid }, requestId })
    )
    return Option.match(answer, { onNone: () => acknowledged, onSome: (body) => HttpServerResponse.jsonUnsafe(body) })
  })

const Challenge = Schema.Struct({
  type: Schema.Literal("url_verification"),
  challenge: Schema.String.check(characters(1, 1000))
})
const isChallenge = (fields: Readonly<Record<string, unknown>>) => fields["type"] === "url_verification"

/** Events are acknowledged and not kept; the platform's question whether this is our address is answered. */
const receiveEvent = taking("receiveChatEvent", (_installation, raw) =>
  Effect.gen(function* () {
    const fields = yield* providerFields(raw)
    if (!isChallenge(fields)) return {}
    const { challenge } = yield* decodeFields(Challenge, fields)
    return { challenge }
  })
)

const commanding = (
  name: string,
  read: (scheme: ChatScheme, fields: Readonly<Record<string, unknown>>) => Effect.Effect<SentCommand, FailureInstance>
) =>
  taking(name, (installation, raw) =>
    Effect.gen(function* () {
      const command = yield* read(installation.scheme, yield* providerFields(raw))
      return shown(yield* runChatCommand(installation, command, `${yield* outerAddress}/api/v1/chat-links`))
    })
  )

/** Callbacks of chat platforms, by path template. */
export const chatRoutes = {
  "/api/providers/chat/:installationId/events": receiveEvent,
  "/api/providers/chat/:installationId/commands": commanding("receiveChatCommand", sentCommand),
  "/api/providers/chat/:installationId/interactions": commanding("receiveChatInteraction", sentInteraction)
}
