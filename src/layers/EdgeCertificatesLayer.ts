import { Effect, Layer } from "effect"
import { EdgeCertificates } from "../domain/customDomains/EdgeCertificates.ts"
import { DomainTwins } from "../domain/testing/DomainTwins.ts"
import { Configuration } from "./Configuration.ts"
import { makeEdgeCertificates } from "./customDomains/makeEdgeCertificates.ts"

/** What a test sets; without that no certificate is managed. */
export const layerTwin = Layer.effect(
  EdgeCertificates,
  Effect.map(DomainTwins, ({ certificateOf }) => ({ check: certificateOf }))
)

/** A handshake takes as long as the first request of a certificate. */
const timeoutMs = 10_000

/** The configured edge; else the twin, which says that certificates are not managed here. */
export const layer = Layer.unwrap(
  Effect.map(Configuration, ({ edge: { address, authorities } }) =>
    address === undefined
      ? layerTwin
      : Layer.sync(EdgeCertificates, () => makeEdgeCertificates({ ...address, authorities, timeoutMs }))
  )
)
