import { Duration } from "effect"
import { Cookies, type HttpServerRequest } from "effect/http"
import { sessionLifetime } from "../../domain/operators/OperatorSession.ts"
import type { Environment } from "../../domain/shared/Scalars.ts"

/** The name of the session cookie, without the prefix it has outside development (INT-046). */
export const cookieName = "hub_session"

/** Browsers bind a `__Host-` cookie to this host and HTTPS, so it cannot be used in development without TLS. */
const nameIn = (environment: Environment) => (environment === "development" ? cookieName : `__Host-${cookieName}`)

/** The session id in a request's cookie; undefined if there is none. */
export const sessionIdOf = (
  { headers }: HttpServerRequest.HttpServerRequest,
  environment: Environment
): string | undefined => {
  const cookies = headers["cookie"]
  return cookies === undefined ? undefined : Cookies.parseHeader(cookies)[nameIn(environment)]
}

const attributes = (environment: Environment) =>
  `HttpOnly; ${environment === "development" ? "" : "Secure; "}SameSite=Lax; Path=/`

/** The `Set-Cookie` header of a new session. */
export const sessionCookie = (id: string, environment: Environment): string =>
  `${nameIn(environment)}=${id}; ${attributes(environment)}; Max-Age=${Duration.toSeconds(sessionLifetime)}`

/** The `Set-Cookie` header that removes the session cookie. */
export const endedCookie = (environment: Environment): string =>
  `${nameIn(environment)}=; ${attributes(environment)}; Max-Age=0`
