import { Effect, Equal, Predicate } from "effect"
import { Resolver } from "node:dns/promises"
import { type DnsLookups, DnsUnanswered } from "../../domain/customDomains/DnsLookups.ts"

export interface DnsOptions {
  /** All of them are queried. Absent: the system's servers, tried one after the other. */
  readonly servers: ReadonlyArray<string> | undefined
  /** Timeout of one server. */
  readonly timeoutMs: number
}

/** The name has no such records, or does not exist. */
const isEmpty = (error: unknown) =>
  Predicate.hasProperty(error, "code") && (error.code === "ENODATA" || error.code === "ENOTFOUND")

type Ask = (resolver: Resolver) => Promise<ReadonlyArray<string>>

/**
 * Look-ups over the network. More than half of the name servers must return the same records, in any order, so that one
 * that is stale, lying or down decides nothing.
 */
export const makeDnsLookups = ({ servers, timeoutMs }: DnsOptions): DnsLookups["Service"] => {
  const options = { timeout: timeoutMs, tries: 1, maxTimeout: timeoutMs }
  const resolvers = (servers ?? [undefined]).map((server) => {
    const resolver = new Resolver(options)
    if (server !== undefined) resolver.setServers([server])
    return resolver
  })

  const answerOf = (resolver: Resolver, ask: Ask) =>
    Effect.tryPromise(() => ask(resolver)).pipe(
      Effect.map((values): ReadonlyArray<string> | undefined => values.toSorted()),
      Effect.catch(({ cause }) => Effect.succeed(isEmpty(cause) ? [] : undefined)),
      // The system's servers are tried one after the other.
      Effect.timeoutOrElse({ duration: timeoutMs * 1.5, orElse: () => Effect.succeed(undefined) })
    )

  const lookUp = Effect.fnUntraced(function* (name: string, ask: Ask) {
    const answers = yield* Effect.forEach(resolvers, (resolver) => answerOf(resolver, ask), {
      concurrency: "unbounded"
    })
    const agreed = answers.find(
      (answer) =>
        answer !== undefined && answers.filter((other) => Equal.equals(other, answer)).length * 2 > answers.length
    )
    return agreed ?? (yield* new DnsUnanswered({ name }))
  })

  return {
    txt: (name) => lookUp(name, async (resolver) => (await resolver.resolveTxt(name)).map((parts) => parts.join(""))),
    cname: (name) =>
      lookUp(name, async (resolver) =>
        (await resolver.resolveCname(name)).map((target) => target.toLowerCase().replace(/\.$/, ""))
      )
  }
}
