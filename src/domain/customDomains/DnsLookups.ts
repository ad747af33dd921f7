import { Context, type Effect, Schema } from "effect"

/** Nobody answered in time, or the answers do not agree: what is in the DNS is not known. */
export class DnsUnanswered extends Schema.TaggedError<DnsUnanswered>()("DnsUnanswered", { name: Schema.String }) {
  override get message() {
    return `No answer about ${this.name}`
  }
}

/**
 * What the DNS says now. A name that does not exist has no records; without an answer within seconds a look-up fails.
 * Never call it inside a transaction: locks would be held for as long as strangers' servers please.
 */
export class DnsLookups extends Context.Service<
  DnsLookups,
  {
    /** The texts at a name, the parts of each joined. */
    readonly txt: (name: string) => Effect.Effect<ReadonlyArray<string>, DnsUnanswered>
    /** The name that another name stands for: one, or none. In lower case, without a trailing dot. */
    readonly cname: (name: string) => Effect.Effect<ReadonlyArray<string>, DnsUnanswered>
  }
>()("hub/domain/customDomains/DnsLookups") {}
