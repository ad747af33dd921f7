import { Context, type Effect, Schema } from "effect"

/**
 * What a handshake with the edge says of a hostname: it has a valid certificate, it refuses or has none that is valid, it
 * cannot be reached, or this deployment knows no edge.
 */
export const EdgeAnswer = Schema.Literals(["issued", "refused", "unreachable", "unmanaged"])
export type EdgeAnswer = typeof EdgeAnswer.Type

/** The certificates of hostnames, as the edge has them. Never call it inside a transaction. */
export class EdgeCertificates extends Context.Service<
  EdgeCertificates,
  {
    /** Answers within seconds. Makes the edge request a certificate if it has none. */
    readonly check: (hostname: string) => Effect.Effect<EdgeAnswer>
  }
>()("hub/domain/customDomains/EdgeCertificates") {}
