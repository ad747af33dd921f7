import { canonicalJson } from "./canonicalJson.ts"

/** The parts of a request that identify it. `query` holds decoded pairs in request order. */
export interface FingerprintedRequest {
  readonly method: string
  readonly path: string
  readonly query: ReadonlyArray<readonly [name: string, value: string]>
  /** The JSON body; none counts as `{}`. */
  readonly body: unknown
}

/**
 * The text whose hash identifies a request: method, path, query sorted by name with the values of a name in order,
 * canonical body (PAR-118, DOMAIN 10).
 */
export const partnerFingerprint = ({ body = {}, method, path, query }: FingerprintedRequest): string => {
  const sorted = query
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&")
  return [method, path, sorted, canonicalJson(body)].join("\n")
}
