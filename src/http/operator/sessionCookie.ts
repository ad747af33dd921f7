import { Duration } from "effect"
import { Cookies, type HttpServerRequest } from "effect/http"
import { sessionLifetime } from "../../domain/operators/OperatorSession.ts"
import type { Environment } from "../../domain/shared/Scalars.ts"

/** The name of the session cookie, but for what production puts before it (INT-046). */
export const cookieName = "hub_session"

/** Browsers keep a `__Host-` cookie from other hosts and from plain HTTP; a developer's machine has no TLS. */
const nameIn = (environment: Environment) => (environment === "development" ? cookieName : `__Host-${cookieName}`)

/** The session id that a request sends; undefined without one. */
export const sessionIdOf = (
  { headers }: HttpServerRequest.HttpServerRequest,
  environment: Environment
): string | undefined => {
  const sent = headers["cookie"]
  return sent === undefined ? undefined : Cookies.parseHeader(sent)[nameIn(environment)]
}

const attributes = (environment: Environment) =>
  `HttpOnly; ${environment === "development" ? "" : "Secure; "}SameSite=Lax; Path=/`

/** The `Set-Cookie` header of a new session. */
export const sessionCookie = (id: string, environment: Environment): string =>
  `${nameIn(environment)}=${id}; ${attributes(environment)}; Max-Age=${Duration.toSeconds(sessionLifetime)}`

/** The `Set-Cookie` header that makes a browser forget the session. */
export const endedCookie = (environment: Environment): string =>
  `${nameIn(environment)}=; ${attributes(environment)}; Max-Age=0`
