import { Context } from "effect"

/**
 * The status of a hostname in the public suffix list: `suffix` is itself a public suffix, `listed` lies below one,
 * `unlisted` is not covered by the list.
 */
export type SuffixKind = "suffix" | "listed" | "unlisted"

export class PublicSuffixes extends Context.Service<
  PublicSuffixes,
  { readonly kindOf: (hostname: string) => SuffixKind }
>()("hub/domain/customDomains/PublicSuffixes") {}
