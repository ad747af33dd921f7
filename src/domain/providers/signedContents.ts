import type { Digests } from "../shared/Digests.ts"
import type { SignatureScheme } from "./SignatureScheme.ts"

/** A request as its provider signed it. Header names are lower case; `url` is the URL that the provider called. */
export interface SignedRequest {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly url: string
  readonly body: Uint8Array
}

const utf8 = new TextEncoder()
const text = new TextDecoder("utf-8")

const concatenate = (head: string, body: Uint8Array): Uint8Array => {
  const bytes = utf8.encode(head)
  const all = new Uint8Array(bytes.length + body.length)
  all.set(bytes)
  all.set(body, bytes.length)
  return all
}

/**
 * The URL without port, and with its port or the scheme's default. Providers disagree on which they sign, and Twilio
 * has done both.
 */
const urlVariants = (url: string): ReadonlyArray<string> => {
  const [, scheme = "", host = "", port = "", rest = ""] =
    /^([a-z]+:\/\/)(\[[^\]]*\]|[^/?#:]*)(:\d+)?(.*)$/isu.exec(url) ?? []
  const standard = scheme.toLowerCase() === "https://" ? ":443" : ":80"
  return [`${scheme}${host}${rest}`, `${scheme}${host}${port === "" ? standard : port}${rest}`]
}

/** Names sorted by UTF-16 code units, each with its distinct values in the same order. */
const sortedForm = (body: Uint8Array): string => {
  // One pass: `getAll` reads the whole form for each name, and nobody has signed in yet.
  const valuesByName = new Map<string, Set<string>>()
  for (const [name, value] of new URLSearchParams(text.decode(body))) {
    const values = valuesByName.get(name)
    if (values === undefined) valuesByName.set(name, new Set([value]))
    else values.add(value)
  }
  return [...valuesByName]
    .toSorted(([a], [b]) => byCodeUnit(a, b))
    .flatMap(([name, values]) => [...values].toSorted(byCodeUnit).map((value) => `${name}${value}`))
    .join("")
}

const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const isJson = ({ headers }: SignedRequest) => /^application\/json\s*(?:;|$)/iu.test(headers["content-type"] ?? "")

/**
 * The candidate texts that a provider may have signed; always the same number for one scheme. `isWhole` is false if a
 * valid signature would not cover the body, and therefore none may be accepted.
 */
export const signedContents = (
  { sha256, equal }: Digests["Service"],
  { covers }: SignatureScheme,
  request: SignedRequest
): { readonly contents: ReadonlyArray<Uint8Array>; readonly isWhole: boolean } => {
  if (covers._tag === "timestampAndBody") {
    const sentAt = request.headers[covers.timestampHeader]
    return {
      contents: [concatenate(`${covers.version}:${sentAt ?? ""}:`, request.body)],
      isWhole: sentAt !== undefined
    }
  }
  const isHashed = covers.json && isJson(request)
  const bodyHashes = URL.parse(request.url)?.searchParams.getAll("bodySHA256") ?? []
  const isHashOf = equal(sha256(request.body), bodyHashes[0] ?? "") && bodyHashes.length === 1
  const parameters = isHashed ? "" : sortedForm(request.body)
  return {
    contents: urlVariants(request.url).map((url) => utf8.encode(`${url}${parameters}`)),
    isWhole: !isHashed || isHashOf
  }
}
