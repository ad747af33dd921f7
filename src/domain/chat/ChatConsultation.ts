import { Schema } from "effect"
import { WorkspaceId } from "../messaging/Workspace.ts"
import { OperatorId } from "../operators/Operator.ts"
import { OrganizationId } from "../organizations/Organization.ts"
import { RowId } from "../shared/Scalars.ts"

/** The limits of a consultation (INT-044). */
export const maxTurns = 10
export const consultationLifetime = { minutes: 15 } as const

/**
 * A series of questions of one operator about one workspace, asked in a chat (INT-044). `turns` counts the questions.
 * At most one per user is open, that is without `closedAt`.
 */
export const ChatConsultation = Schema.Struct({
  id: RowId,
  xid: Schema.NonEmptyString,
  organizationId: OrganizationId,
  installationId: RowId,
  externalUserId: Schema.String,
  operatorId: OperatorId,
  workspaceId: WorkspaceId,
  turns: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maxTurns })),
  startedAt: Schema.DateTimeUtc,
  endsAt: Schema.DateTimeUtc,
  closedAt: Schema.NullOr(Schema.DateTimeUtc),
  closedBy: Schema.NullOr(Schema.Literals(["turns", "time", "user", "permission", "unlink"]))
})
export type ChatConsultation = typeof ChatConsultation.Type
