import { type DateTime, Effect, Option } from "effect"
import { authenticateProvider } from "../providers/authenticateProvider.ts"
import { chatSignatures } from "../providers/SignatureScheme.ts"
import { signedAt } from "../providers/signedAt.ts"
import type { SignedRequest } from "../providers/signedContents.ts"
import { atomically } from "../shared/atomically.ts"
import type { ChatInstallation, ChatScheme } from "./ChatInstallation.ts"
import { ChatInstallations } from "./ChatInstallations.ts"
import { ProviderRequests } from "./ProviderRequests.ts"

/** A request that its chat platform signed, within the window. */
export interface ChatRequest {
  readonly installation: ChatInstallation
  readonly signedAt: DateTime.Utc
  readonly signature: string
}

const schemes = {
  of: ({ scheme }: { readonly scheme: ChatScheme }) => chatSignatures[scheme],
  otherwise: chatSignatures.chat
}

/** The chat installation that signed a request; it authenticates a platform and nobody else (INT-038, INT-039, INT-045). */
export const authenticateChat = Effect.fn("authenticateChat")(function* (xid: string, request: SignedRequest) {
  const installations = yield* ChatInstallations
  const { installation, scheme, signature } = yield* authenticateProvider(installations, schemes, xid, request)
  const written = request.headers[scheme.covers.timestampHeader]
  return { installation, signature, signedAt: yield* signedAt(written) } satisfies ChatRequest
})

/**
 * Does what a request asks for, once: a repetition of it inside the window does nothing and has no answer (INT-039).
 * What fails is not taken, so that it may be sent again.
 */
export const takeOnce = Effect.fnUntraced(function* <A, E, R>(
  { installation, signature, signedAt: at }: ChatRequest,
  effect: Effect.Effect<A, E, R>
) {
  const requests = yield* ProviderRequests
  const isNew = yield* requests.insert({ installationId: installation.id, signedAt: at, signature })
  return isNew ? Option.some(yield* effect) : Option.none<A>()
}, atomically)
