import { Context } from "effect"

/**
 * Digests, synchronous because every request computes some and an event-loop turn for each would be too expensive.
 * Results are lower-case hex unless noted.
 */
export class Digests extends Context.Service<
  Digests,
  {
    /** SHA-256 of the bytes, or of the UTF-8 text. */
    readonly sha256: (content: string | Uint8Array) => string
    /** HMAC-SHA-256 of the UTF-8 text, keyed with the UTF-8 bytes of `secret`. */
    readonly hmac: (secret: string, text: string) => string
    /** HMAC of the bytes, keyed with the UTF-8 bytes of `secret`, in a provider's signature scheme. */
    readonly sign: (
      scheme: { readonly algorithm: "sha1" | "sha256"; readonly encoding: "hex" | "base64" },
      secret: string,
      bytes: Uint8Array
    ) => string
    /** HMAC-SHA-256 under the deployment's secret, separated by `purpose`; 32 bytes. */
    readonly mac: (purpose: string, bytes: Uint8Array) => Uint8Array
    /**
     * Whether `mac` is such a MAC, or a prefix of it, under the deployment's secret or a former one; in constant time.
     */
    readonly isMac: (purpose: string, bytes: Uint8Array, mac: Uint8Array) => boolean
    /** Compares two equal-length hex digests in constant time; false when lengths differ. */
    readonly equal: (a: string, b: string) => boolean
  }
>()("hub/domain/shared/Digests") {}
