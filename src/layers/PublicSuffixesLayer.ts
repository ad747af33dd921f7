import { Layer } from "effect"
import { parse } from "tldts"
import { PublicSuffixes } from "../domain/customDomains/PublicSuffixes.ts"

/**
 * The public suffix list bundled with `tldts`, including the private suffixes of companies that let customers register
 * subdomains.
 */
export const layer = Layer.succeed(PublicSuffixes, {
  kindOf: (hostname) => {
    const { domain, isIcann, isPrivate } = parse(hostname, { allowPrivateDomains: true })
    if (domain === null) return "suffix"
    return isIcann === true || isPrivate === true ? "listed" : "unlisted"
  }
})
