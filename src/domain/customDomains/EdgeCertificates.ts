import { Context, type Effect, Schema } from "effect"

/**
 * The result of a TLS handshake with the edge for a hostname: a valid certificate; a refusal or no valid certificate;
 * the edge is unreachable; or this deployment has no managed edge.
 */
export const EdgeAnswer = Schema.Literals(["issued", "refused", "unreachable", "unmanaged"])
export type EdgeAnswer = typeof EdgeAnswer.Type

/** The certificates of hostnames at the edge. Never call it inside a transaction. */
export class EdgeCertificates extends Context.Service<
  EdgeCertificates,
  {
    /** Returns within seconds. Makes the edge request a certificate if it has none. */
    readonly check: (hostname: string) => Effect.Effect<EdgeAnswer>
  }
>()("hub/domain/customDomains/EdgeCertificates") {}
