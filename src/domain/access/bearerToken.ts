/** `Bearer <token>`, the scheme in any case and nothing after the token (RFC 9110 section 11.1). */
const bearer = /^bearer +(\S+)$/i

/** The token of an `Authorization` header; undefined for another scheme or a malformed header. */
export const bearerToken = (authorization: string): string | undefined => bearer.exec(authorization)?.[1]
