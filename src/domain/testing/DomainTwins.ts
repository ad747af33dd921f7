import { Context, type Effect, Schema } from "effect"
import { EdgeAnswer } from "../customDomains/EdgeCertificates.ts"

const name = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(300))

/** The records that the DNS twin returns from now on; null `values` simulate no answer, an empty list no records. */
export const TwinRecords = Schema.Struct({
  type: Schema.Literals(["TXT", "CNAME"]),
  name,
  values: Schema.NullOr(Schema.Array(Schema.String.check(Schema.isMaxLength(1000))).check(Schema.isMaxLength(20)))
})
export type TwinRecords = typeof TwinRecords.Type

/** The answer that the edge twin gives for a hostname from now on. */
export const TwinCertificate = Schema.Struct({ hostname: name, answer: EdgeAnswer })
export type TwinCertificate = typeof TwinCertificate.Type

/**
 * In-memory twins of the DNS and the edge. They replace both in processes started for tests or with in-memory storage,
 * unless these are configured. Initially no name has records, and no certificate is managed.
 */
export class DomainTwins extends Context.Service<
  DomainTwins,
  {
    readonly setRecords: (records: TwinRecords) => Effect.Effect<void>
    readonly setCertificate: (certificate: TwinCertificate) => Effect.Effect<void>
    readonly recordsAt: (type: TwinRecords["type"], name: string) => Effect.Effect<TwinRecords["values"]>
    readonly certificateOf: (hostname: string) => Effect.Effect<EdgeAnswer>
    readonly forget: Effect.Effect<void>
  }
>()("hub/domain/testing/DomainTwins") {}
