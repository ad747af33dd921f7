import { Effect, Predicate } from "effect"
import { readFileSync } from "node:fs"
import { connect } from "node:tls"
import type { EdgeAnswer, EdgeCertificates } from "../../domain/customDomains/EdgeCertificates.ts"

export interface EdgeOptions {
  readonly host: string
  readonly port: number
  /** File with the authorities that certificates may be from. Absent: those of the system. */
  readonly authorities: string | undefined
  /** Longest that a handshake may take; the first one waits for the certificate. */
  readonly timeoutMs: number
}

/** The edge is away, or something before it. Any other error is what the edge answers, or its certificate. */
const unreachable: ReadonlySet<unknown> = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT"
])

/** Certificates by a handshake with the edge, as a visitor of the hostname makes it. */
export const makeEdgeCertificates = (options: EdgeOptions): EdgeCertificates["Service"] => {
  const { authorities, host, port, timeoutMs } = options
  const ca = authorities === undefined ? {} : { ca: readFileSync(authorities) }
  return {
    check: (hostname) =>
      Effect.callback<EdgeAnswer>((resume) => {
        const socket = connect({ host, port, servername: hostname, timeout: timeoutMs, ...ca })
        const settle = (answer: EdgeAnswer) => {
          resume(Effect.succeed(answer))
          socket.destroy()
        }
        // Unauthorized connections are errors: the chain and the name are verified.
        socket.once("secureConnect", () => settle("issued"))
        socket.once("timeout", () => settle("unreachable"))
        socket.once("error", (error) =>
          settle(Predicate.hasProperty(error, "code") && unreachable.has(error.code) ? "unreachable" : "refused")
        )
        return Effect.sync(() => socket.destroy())
      }).pipe(Effect.timeoutOrElse({ duration: timeoutMs, orElse: () => Effect.succeed<EdgeAnswer>("unreachable") }))
  }
}
