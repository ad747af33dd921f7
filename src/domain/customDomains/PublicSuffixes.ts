import { Context } from "effect"

/**
 * What the public suffix list says of a hostname: `suffix` is one below which strangers register names, `listed` is below
 * one, and of an `unlisted` one the list knows nothing.
 */
export type SuffixKind = "suffix" | "listed" | "unlisted"

export class PublicSuffixes extends Context.Service<
  PublicSuffixes,
  { readonly kindOf: (hostname: string) => SuffixKind }
>()("hub/domain/customDomains/PublicSuffixes") {}
