import { Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { audit } from "../audit/audit.ts"

/** Records a change of the caller's favorites. */
export const auditFavorite = (event: "added" | "removed", propertyId: string) =>
  Effect.flatMap(MemberCaller, ({ xid }) =>
    audit({
      organizationId: null,
      action: `favorite.${event}`,
      subject: `member:${xid}`,
      before: null,
      after: { propertyId }
    })
  )
