import { audit } from "../audit/audit.ts"
import type { GuestInvite } from "./GuestInvite.ts"

/** Records a command on an invite, without contacts. */
export const auditInvite = (
  { id, organizationId }: Pick<GuestInvite, "id" | "organizationId">,
  event: "created" | "changed" | "resent" | "revoked" | "accepted",
  after: Readonly<Record<string, string>> | null = null
) =>
  audit({
    organizationId,
    action: `guest_invite.${event}`,
    subject: `guest_invite:${id}`,
    before: null,
    after: after === null ? null : { ...after }
  })
