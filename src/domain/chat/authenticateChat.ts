import { type DateTime, Effect, Option } from "effect"
import { authenticateProvider } from "../providers/authenticateProvider.ts"
import { chatSignatures } from "../providers/SignatureScheme.ts"
import { signedAt } from "../providers/signedAt.ts"
import type { SignedRequest } from "../providers/signedContents.ts"
import { atomically } from "../shared/atomically.ts"
import type { ChatInstallation, ChatScheme } from "./ChatInstallation.ts"
import { ChatInstallations } from "./ChatInstallations.ts"
import { ProviderRequests } from "./ProviderRequests.ts"

/** A request signed by its chat platform within the time window. */
export interface ChatRequest {
  readonly installation: ChatInstallation
  readonly signedAt: DateTime.Utc
  readonly signature: string
}

const schemes = {
  of: ({ scheme }: { readonly scheme: ChatScheme }) => chatSignatures[scheme],
  otherwise: chatSignatures.chat
}

/**
 * The chat installation that signed a request. This authenticates the platform, not a user (INT-038, INT-039, INT-045).
 */
export const authenticateChat = Effect.fnUntraced(function* (xid: string, request: SignedRequest) {
  const installations = yield* ChatInstallations
  const { installation, scheme, signature } = yield* authenticateProvider(installations, schemes, xid, request)
  const timestamp = request.headers[scheme.covers.timestampHeader]
  return { installation, signature, signedAt: yield* signedAt(timestamp) } satisfies ChatRequest
})

/** Records a request; false if it has been received before within the window (INT-039). */
export const recordRequest = ({ installation, signature, signedAt: at }: ChatRequest) =>
  ProviderRequests.use(({ insert }) => insert({ installationId: installation.id, signedAt: at, signature }))

/**
 * Processes a request once: a replay within the window has no effect and returns none (INT-039). A failed request is
 * not recorded, so that it may be sent again.
 */
export const takeOnce = Effect.fnUntraced(function* <A, E, R>(request: ChatRequest, effect: Effect.Effect<A, E, R>) {
  return (yield* recordRequest(request)) ? Option.some(yield* effect) : Option.none<A>()
}, atomically)
