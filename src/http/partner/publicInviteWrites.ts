import { Effect } from "effect"
import type { WriteRules } from "../surface/writes.ts"
import { partnerWrites } from "./partnerWrites.ts"

type Refusal = Parameters<typeof partnerWrites.keeps>[0]

/**
 * Keys of the public invite send belong to the link that the request names, and not to its organization (PAR-069,
 * PAR-124): the handler names the link, and whoever has its token may have an answer again.
 */
export const publicInviteWrites: WriteRules<Refusal, never> = {
  ...partnerWrites,
  policy: { ...partnerWrites.policy, namespace: "invite" },
  owner: Effect.succeed({ tenant: "link", mayRepeat: () => true, actor: { kind: "link", id: null } })
}
