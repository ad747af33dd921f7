import { DateTime, Effect, Option } from "effect"
import { ResourceInUse } from "../shared/ResourceConflicts.ts"
import type { CustomDomainRow } from "./CustomDomain.ts"
import { CustomDomains } from "./CustomDomains.ts"

/**
 * Removes a locked domain, and takes it from a page that is not published; one that a published page uses stays and is
 * refused (DOMAIN 8.2). Needs a transaction, its caller's.
 */
export const removeDomain = Effect.fnUntraced(function* (domain: CustomDomainRow) {
  const domains = yield* CustomDomains
  const page = yield* domains.findPageForUpdate(domain)
  if (Option.isSome(page)) {
    if (page.value === "published") return yield* new ResourceInUse({ usedBy: "pages" })
    yield* domains.updateUnassigned(domain, yield* DateTime.now)
  }
  yield* domains.remove(domain)
})
