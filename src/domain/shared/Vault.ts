import { Context } from "effect"

/**
 * Encrypts and hashes short secrets under keys derived from the deployment's secret. Synchronous, like `Digests`. Its
 * output names its key, so it stays readable after a change of secret; `purpose` separates keys, and `about` binds a
 * text to its row, so that neither can be moved elsewhere.
 */
export class Vault extends Context.Service<
  Vault,
  {
    /** The id of the key that seals; what is sealed or digested starts with it and a dot. Reveals nothing of the key. */
    readonly currentKey: string
    /** Whether a configured secret made this; what another one made cannot be opened or compared. */
    readonly knows: (sealedOrDigest: string) => boolean
    /** The text encrypted (AES-256-GCM) under a fresh nonce: printable ASCII. */
    readonly seal: (purpose: string, about: string, text: string) => string
    /** The sealed text; undefined when altered, bound elsewhere, or sealed with a key no longer configured. */
    readonly open: (purpose: string, about: string, sealed: string) => string | undefined
    /** A keyed digest (HMAC-SHA-256) of the text: printable ASCII, the same for the same text under the same secret. */
    readonly digest: (purpose: string, about: string, text: string) => string
    /** The digests that the former secrets made of the text, under which it may still be stored; none without them. */
    readonly formerDigests: (purpose: string, about: string, text: string) => ReadonlyArray<string>
    /** Whether the digest, checked with the key it names, is of this text; in constant time. */
    readonly isDigestOf: (purpose: string, about: string, text: string, digest: string) => boolean
  }
>()("hub/domain/shared/Vault") {}
