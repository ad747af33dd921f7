import { type DateTime, Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { AuditLog } from "../audit/AuditLog.ts"
import type { GuestInvite } from "./GuestInvite.ts"

/** Records a desk's command on an invite, without contacts. */
export const auditInvite = Effect.fnUntraced(function* (
  { id, organizationId }: Pick<GuestInvite, "id" | "organizationId">,
  of: {
    readonly action: "invite_created" | "invite_changed" | "invite_resent" | "invite_revoked"
    readonly after?: Readonly<Record<string, string>>
    readonly requestId: string
    readonly now: DateTime.Utc
  }
) {
  const { principal } = yield* PartnerCaller
  const log = yield* AuditLog
  yield* log.insert({
    organizationId,
    actor: { kind: principal.kind, id: principal.id },
    action: of.action,
    subject: `guest_invite:${id}`,
    before: null,
    after: of.after === undefined ? null : { ...of.after },
    requestId: of.requestId,
    createdAt: of.now
  })
})
