import { Context, type Effect, Schema } from "effect"
import { EdgeAnswer } from "../customDomains/EdgeCertificates.ts"

const name = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(300))

/** What the twin of the DNS answers from now on; `values` null is no answer, and none are no records. */
export const TwinRecords = Schema.Struct({
  type: Schema.Literals(["TXT", "CNAME"]),
  name,
  values: Schema.NullOr(Schema.Array(Schema.String.check(Schema.isMaxLength(1000))).check(Schema.isMaxLength(20)))
})
export type TwinRecords = typeof TwinRecords.Type

/** What the twin of the edge answers about a hostname from now on. */
export const TwinCertificate = Schema.Struct({ hostname: name, answer: EdgeAnswer })
export type TwinCertificate = typeof TwinCertificate.Type

/**
 * The twins of the DNS and of the edge, in the memory of this process. They take the places of both in processes started
 * for tests or over memory, unless these are configured. At first no name has records, and no certificate is managed.
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
