import { Effect } from "effect"
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

/** Certificates by a handshake with the edge, as a visitor of the hostname makes it. */
export const makeEdgeCertificates = (options: EdgeOptions): EdgeCertificates["Service"] => {
  const { authorities, host, port, timeoutMs } = options
  const ca = authorities === undefined ? {} : { ca: readFileSync(authorities) }
  return {
    check: (hostname) =>
      Effect.suspend(() => {
        let answers = false
        const handshake = Effect.callback<EdgeAnswer>((resume) => {
          const socket = connect({ host, port, servername: hostname, ...ca })
          const settle = (answer: EdgeAnswer) => {
            resume(Effect.succeed(answer))
            socket.destroy()
          }
          socket.once("connect", () => {
            answers = true
          })
          // Unauthorized connections are errors: the chain and the name are verified.
          socket.once("secureConnect", () => settle("issued"))
          socket.once("error", () => settle(answers ? "refused" : "unreachable"))
          return Effect.sync(() => socket.destroy())
        })
        // One that answers and never finishes is waiting for a certificate that it does not get.
        const orElse = () => Effect.succeed<EdgeAnswer>(answers ? "refused" : "unreachable")
        return Effect.timeoutOrElse(handshake, { duration: timeoutMs, orElse })
      })
  }
}
