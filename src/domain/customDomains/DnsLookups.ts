import { Context, type Effect, Schema } from "effect"

/** No server answered in time, or the answers disagree: the records are unknown. */
export class DnsUnanswered extends Schema.TaggedError<DnsUnanswered>()("DnsUnanswered", { name: Schema.String }) {
  override get message() {
    return `No answer about ${this.name}`
  }
}

/**
 * Current DNS records. A name that does not exist has none; without an answer within seconds a look-up fails. Never
 * call it inside a transaction: locks would be held for as long as foreign servers take.
 */
export class DnsLookups extends Context.Service<
  DnsLookups,
  {
    /** The TXT records of a name, with the strings of each joined. */
    readonly txt: (name: string) => Effect.Effect<ReadonlyArray<string>, DnsUnanswered>
    /** The CNAME target of a name, if any: at most one, in lower case, without a trailing dot. */
    readonly cname: (name: string) => Effect.Effect<ReadonlyArray<string>, DnsUnanswered>
  }
>()("hub/domain/customDomains/DnsLookups") {}
