import { Effect, Result } from "effect"
import { Deployment } from "../shared/Deployment.ts"
import { FieldInvalid } from "../shared/FieldInvalid.ts"
import { maxHostnameLength } from "./DnsRecord.ts"
import { PublicSuffixes, type SuffixKind } from "./PublicSuffixes.ts"

/** The rules for hostnames beyond their syntax. */
export interface HostnameRules {
  readonly isProduction: boolean
  /** The target of customers' hostnames; neither it nor its subdomains can be connected. */
  readonly edgeHostname: string
  /** The hostname of the service itself. */
  readonly ownHostname: string
  readonly kindOf: (hostname: string) => SuffixKind
}

/** Top-level names that never exist in the public DNS (RFC 6761, RFC 6762, RFC 8375, RFC 9476) or are used locally. */
const privateNames: ReadonlySet<string> = new Set([
  "alt",
  "arpa",
  "corp",
  "home",
  "internal",
  "intranet",
  "invalid",
  "lan",
  "local",
  "localdomain",
  "localhost",
  "mail",
  "onion",
  "test"
])

/** Characters that would make the URL parser read something other than a host. */
const foreign = /[\p{Cc}\p{Z}/\\?#@:%[\]<>^|]/u

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

const toAscii = (text: string) => {
  if (text.length > 1000 || foreign.test(text)) return undefined
  const { hostname = "" } = URL.parse(`https://${text}`) ?? {}
  return hostname.replace(/\.$/, "")
}

/**
 * Normalises a hostname that an organization may connect, to lower-case ASCII without a trailing dot; else the problem.
 */
export const normaliseHostname = (text: string, rules: HostnameRules): Result.Result<string, string> => {
  const hostname = toAscii(text)
  if (hostname === undefined || hostname === "") return Result.fail("Expected a hostname")
  const labels = hostname.split(".")
  const last = labels.at(-1) ?? ""
  if (/^\d+$/.test(last)) return Result.fail("Expected a hostname, not an IP address")
  if (labels[0] === "*") return Result.fail("Expected one hostname, not a wildcard")
  if (!labels.every((part) => label.test(part)) || hostname.length > maxHostnameLength) {
    return Result.fail(
      `Expected labels of 1 to 63 letters, digits and inner hyphens, at most ${maxHostnameLength} characters in total`
    )
  }
  if (labels.length < 2) return Result.fail("Expected a hostname of at least two labels")
  if (privateNames.has(last) || (rules.isProduction && last === "example")) {
    return Result.fail(`Names that end in .${last} are not in the public DNS`)
  }
  const kind = rules.kindOf(hostname)
  if (kind === "suffix") return Result.fail("Expected a hostname, not a suffix under which others register names")
  if (kind === "unlisted" && rules.isProduction) return Result.fail(`There is no public suffix .${last}`)
  if (
    hostname === rules.ownHostname ||
    hostname === rules.edgeHostname ||
    hostname.endsWith(`.${rules.edgeHostname}`)
  ) {
    return Result.fail("The hostname is the service's own")
  }
  return Result.succeed(hostname)
}

/** As `normaliseHostname`, with the rules of this deployment; fails with `FieldInvalid` for `hostname`. */
export const acceptHostname = Effect.fnUntraced(function* (text: string) {
  const { edge, environment } = yield* Deployment
  const { kindOf } = yield* PublicSuffixes
  const rules = {
    isProduction: environment === "production",
    edgeHostname: edge.hostname,
    ownHostname: edge.ownHostname,
    kindOf
  }
  return yield* Effect.fromResult(
    Result.mapError(normaliseHostname(text, rules), (problem) => FieldInvalid.of("hostname", problem))
  )
})
