import { Effect, Layer } from "effect"
import { EdgeCertificates } from "../domain/customDomains/EdgeCertificates.ts"
import { DomainTwins } from "../domain/testing/DomainTwins.ts"
import { Configuration } from "./Configuration.ts"
import { makeEdgeCertificates } from "./customDomains/makeEdgeCertificates.ts"

/** Answers with what a test sets; `unmanaged` by default. */
export const layerTwin = Layer.effect(
  EdgeCertificates,
  Effect.map(DomainTwins, ({ certificateOf }) => ({ check: certificateOf }))
)

/** The first handshake for a hostname waits until its certificate is issued. */
const timeoutMs = 10_000

/** The configured edge, else the twin, for which certificates are not managed here. */
export const layer = Layer.unwrap(
  Effect.map(Configuration, ({ edge: { address, authorities } }) =>
    address === undefined
      ? layerTwin
      : Layer.sync(EdgeCertificates, () => makeEdgeCertificates({ ...address, authorities, timeoutMs }))
  )
)
