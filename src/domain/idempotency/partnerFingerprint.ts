import { canonicalJson } from "./canonicalJson.ts"

/** A request as far as it makes two of them the same. `query` holds decoded pairs in the order sent. */
export interface FingerprintedRequest {
  readonly method: string
  readonly path: string
  readonly query: ReadonlyArray<readonly [name: string, value: string]>
  /** The JSON sent; none stands for `{}`. */
  readonly body: unknown
}

/**
 * What is hashed to tell whether a key comes back with the same request: method, path, query sorted by name with the
 * values of one name in their order, canonical body (PAR-118, DOMAIN 10).
 */
export const partnerFingerprint = ({ body = {}, method, path, query }: FingerprintedRequest): string => {
  const sorted = query
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&")
  return [method, path, sorted, canonicalJson(body)].join("\n")
}
