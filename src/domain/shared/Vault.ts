import { Context } from "effect"

/**
 * Keeps short secrets under keys of the deployment's secret. Synchronous, like `Digests`. What it makes names its key, so
 * that it stays readable when the secret is changed; `purpose` separates keys, and `about` ties a text to its row, so that
 * neither can be moved to another place.
 */
export class Vault extends Context.Service<
  Vault,
  {
    /** The text encrypted (AES-256-GCM) under a fresh nonce: printable ASCII. */
    readonly seal: (purpose: string, about: string, text: string) => string
    /** What was sealed there; undefined when it was altered, belongs elsewhere, or its key is not known any more. */
    readonly open: (purpose: string, about: string, sealed: string) => string | undefined
    /** A keyed digest (HMAC-SHA-256) of the text: printable ASCII, the same for the same text under the same secret. */
    readonly digest: (purpose: string, about: string, text: string) => string
    /** Whether the text has the digest, under the key that it names; takes the same time wherever they differ. */
    readonly isDigestOf: (purpose: string, about: string, text: string, digest: string) => boolean
  }
>()("hub/domain/shared/Vault") {}
