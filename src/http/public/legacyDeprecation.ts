/** 2026-01-01, since when nothing new refers to legacy ids, as a `Deprecation` header says it (PUB-017, RFC 9745). */
export const legacyDeprecation = "@1767225600"
