import { Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"

/** What operators let an integration see and do in one workspace (HUB-034). At most one is active for a pair. */
export const MessagingGrant = Schema.Struct({
  id: RowId,
  integrationId: RowId,
  workspaceId: RowId,
  permissions: Schema.Array(Schema.String),
  audienceWorkspace: Schema.Boolean,
  audienceTeamIds: Schema.Array(RowId),
  active: Schema.Boolean,
  deactivatedAt: Schema.NullOr(Schema.DateTimeUtc)
})
export type MessagingGrant = typeof MessagingGrant.Type
