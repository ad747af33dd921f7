import { DateTime, Effect, Option } from "effect"
import { ResourceInUse } from "../shared/ResourceConflicts.ts"
import type { CustomDomain } from "./CustomDomain.ts"
import { CustomDomains } from "./CustomDomains.ts"

/**
 * Removes a locked domain, unassigning it from an unpublished page; refused while a published page uses it (DOMAIN
 * 8.2). Runs in the caller's transaction.
 */
export const removeDomain = Effect.fnUntraced(function* (domain: CustomDomain) {
  const domains = yield* CustomDomains
  const page = yield* domains.findPageForUpdate(domain)
  if (Option.isSome(page)) {
    if (page.value === "published") return yield* new ResourceInUse({ usedBy: "pages" })
    yield* domains.updateUnassigned(domain, yield* DateTime.now)
  }
  yield* domains.remove(domain)
})
