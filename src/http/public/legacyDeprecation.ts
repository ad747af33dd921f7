/** 2026-01-01, when legacy ids were deprecated, as the value of a `Deprecation` header (PUB-017, RFC 9745). */
export const legacyDeprecation = "@1767225600"
