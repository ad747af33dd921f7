import type { Reach } from "../../src/domain/access/Reach.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { makeEntitlementReads } from "../../src/sql/repositories/EntitlementsSql.ts"
import { makePagesSql } from "../../src/sql/repositories/PagesSql.ts"
import { integer, statementOf } from "./statementOf.ts"

/** All venues of one organization. */
const reach: Reach = { organizationIds: [OrganizationId.make(7001)], venueIds: "all" }

const page = { reach, limit: 7301, offset: 7302 }

const paged = { organizationId: integer(7001), limit: integer(7301), offset: integer(7302) }

/** The statements of the measured configuration operations, from the service's own repositories. */
export const configuredStatements = {
  entitlements: statementOf(
    "entitlements",
    makeEntitlementReads,
    (entitlements) =>
      entitlements.list({ ...page, programId: undefined, tierId: undefined, benefitId: undefined, venueId: undefined }),
    paged
  ),
  pages: statementOf(
    "pages",
    makePagesSql,
    (pages) => pages.list({ ...page, statuses: undefined, q: undefined }),
    paged
  )
}
