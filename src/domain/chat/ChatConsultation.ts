import { Schema } from "effect"
import { WorkspaceId } from "../messaging/Workspace.ts"
import { OperatorId } from "../operators/Operator.ts"
import { OrganizationId } from "../organizations/Organization.ts"
import { RowId } from "../shared/Scalars.ts"

/** The bounds of a consultation (INT-044). */
export const mostTurns = 10
export const consultationLasts = { minutes: 15 } as const

/**
 * Questions of one operator about one workspace, asked in a chat (INT-044). `turns` counts them; at most one of a user is
 * open, which is one that `closedAt` does not end.
 */
export const ChatConsultation = Schema.Struct({
  id: RowId,
  xid: Schema.NonEmptyString,
  organizationId: OrganizationId,
  installationId: RowId,
  externalUserId: Schema.String,
  operatorId: OperatorId,
  workspaceId: WorkspaceId,
  turns: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: mostTurns })),
  startedAt: Schema.DateTimeUtc,
  endsAt: Schema.DateTimeUtc,
  closedAt: Schema.NullOr(Schema.DateTimeUtc),
  closedBy: Schema.NullOr(Schema.Literals(["turns", "time", "user", "permission", "unlink"]))
})
export type ChatConsultation = typeof ChatConsultation.Type
