import { Effect } from "effect"
import type { WriteRules } from "../surface/writes.ts"
import { partnerWrites } from "./partnerWrites.ts"

type Refusal = Parameters<typeof partnerWrites.keeps>[0]

/**
 * Idempotency keys of the public invite endpoint belong to the invite link, not to the organization (PAR-069, PAR-124):
 * the handler provides the link, and anyone with its token may replay a response.
 */
export const publicInviteWrites: WriteRules<Refusal, never> = {
  ...partnerWrites,
  policy: { ...partnerWrites.policy, namespace: "invite" },
  owner: Effect.succeed({ tenant: "link", mayRepeat: () => true, actor: { kind: "link", id: null } })
}
