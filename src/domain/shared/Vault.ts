import { Context } from "effect"

/**
 * Encrypts and hashes short secrets under keys derived from the deployment's secret. Synchronous, like `Digests`. Its
 * output names the key, so it stays readable after a rotation of the secret. `purpose` separates keys, and `about`
 * binds a text to its row, so that ciphertext cannot be reused elsewhere.
 */
export class Vault extends Context.Service<
  Vault,
  {
    /**
     * The id of the key that seals: the prefix, before a dot, of sealed texts and digests. Reveals nothing about the
     * key.
     */
    readonly currentKey: string
    /** Whether this was made with a configured secret; otherwise it cannot be opened or compared. */
    readonly knows: (sealedOrDigest: string) => boolean
    /** Encrypts the text (AES-256-GCM) under a fresh nonce, to printable ASCII. */
    readonly seal: (purpose: string, about: string, text: string) => string
    /** Decrypts; undefined if altered, bound to something else, or sealed with a key no longer configured. */
    readonly open: (purpose: string, about: string, sealed: string) => string | undefined
    /** A keyed digest (HMAC-SHA-256) of the text: printable ASCII, the same for the same text under the same secret. */
    readonly digest: (purpose: string, about: string, text: string) => string
    /** The digests of the text under each former secret, under which it may still be stored. */
    readonly formerDigests: (purpose: string, about: string, text: string) => ReadonlyArray<string>
    /** Whether the digest, checked with the key it names, is of this text; in constant time. */
    readonly isDigestOf: (purpose: string, about: string, text: string, digest: string) => boolean
  }
>()("hub/domain/shared/Vault") {}
