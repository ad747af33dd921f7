/** `Bearer <token>`, the scheme in any case and nothing behind the token (RFC 9110 section 11.1). */
const bearer = /^bearer +(\S+)$/i

/** The token of an `Authorization` header; undefined when the header is of another scheme or not well formed. */
export const bearerToken = (authorization: string): string | undefined => bearer.exec(authorization)?.[1]
