import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { connect } from "node:tls"
import type { EdgeAnswer, EdgeCertificates } from "../../domain/customDomains/EdgeCertificates.ts"

export interface EdgeOptions {
  readonly host: string
  readonly port: number
  /** File with the certificate authorities to trust. Absent: the system's. */
  readonly authorities: string | undefined
  /** Timeout of a handshake; the first one for a hostname waits until its certificate is issued. */
  readonly timeoutMs: number
}

/** Checks certificates by a TLS handshake with the edge, like a visitor of the hostname. */
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
        // An edge that responds but never finishes is waiting for a certificate that it is not getting.
        const orElse = () => Effect.succeed<EdgeAnswer>(answers ? "refused" : "unreachable")
        return Effect.timeoutOrElse(handshake, { duration: timeoutMs, orElse })
      })
  }
}
