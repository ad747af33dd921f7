/** The input of a signature: timestamp and body, or URL and form parameters. Header names are lower case. */
export type Coverage = TimestampAndBody | UrlAndForm

interface TimestampAndBody {
  readonly _tag: "timestampAndBody"
  readonly version: string
  readonly timestampHeader: string
}

/** With `json`, a JSON body is covered by its hash in the query parameter `bodySHA256` of the signed URL. */
interface UrlAndForm {
  readonly _tag: "urlAndForm"
  readonly json: boolean
}

/** How a provider signs its requests (INT-038). Schemes are data: another provider is another entry. */
export interface SignatureScheme<Covers extends Coverage = Coverage> {
  readonly algorithm: "sha1" | "sha256"
  readonly encoding: "hex" | "base64"
  readonly signatureHeader: string
  /** What precedes the MAC in its header. */
  readonly prefix: string
  readonly covers: Covers
}

const v0 = (brand: string): SignatureScheme<TimestampAndBody> => ({
  algorithm: "sha256",
  encoding: "hex",
  signatureHeader: `x-${brand}-signature`,
  prefix: "v0=",
  covers: { _tag: "timestampAndBody", version: "v0", timestampHeader: `x-${brand}-request-timestamp` }
})

/** Schemes of chat platforms: the service's own (INT-039), and Slack's. */
export const chatSignatures = { chat: v0("chat"), slack: v0("slack") } as const satisfies Readonly<
  Record<string, SignatureScheme>
>

const form = (
  algorithm: "sha1" | "sha256",
  brand: string,
  { json }: { readonly json: boolean }
): SignatureScheme<UrlAndForm> => ({
  algorithm,
  encoding: "base64",
  signatureHeader: `x-${brand}-signature`,
  prefix: "",
  covers: { _tag: "urlAndForm", json }
})

/** Schemes of SMS providers: the service's own by either digest (INT-041), and Twilio's. */
export const smsSignatures = {
  "form-sha1": form("sha1", "sms", { json: false }),
  "form-sha256": form("sha256", "sms", { json: false }),
  twilio: form("sha1", "twilio", { json: true })
} as const satisfies Readonly<Record<string, SignatureScheme>>
