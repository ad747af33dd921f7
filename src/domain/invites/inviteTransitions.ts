import { DateTime } from "effect"
import type { GuestInvite, InviteStatus } from "./GuestInvite.ts"

/** The triggers of a transition: `change` corrects contact data, `deliver` and `fail` are reported by the provider. */
export const inviteTriggers = ["deliver", "fail", "change", "resend", "accept", "revoke", "expire"] as const
export type InviteTrigger = (typeof inviteTriggers)[number]

/** A transition of the state machine (DOMAIN 7.1). */
export interface InviteTransition {
  readonly trigger: InviteTrigger
  readonly from: ReadonlyArray<InviteStatus>
  /** Null keeps the status. */
  readonly to: InviteStatus | null
}

const unaccepted = ["pending", "sent", "failed", "expired"] as const
const unexpired = ["pending", "sent", "failed"] as const

const move = (
  trigger: InviteTrigger,
  from: ReadonlyArray<InviteStatus>,
  to: InviteStatus | null
): InviteTransition => ({ trigger, from, to })

/** Every transition after the creation, in the order of DOMAIN 7.1. All others are refused and change nothing. */
export const inviteTransitions: ReadonlyArray<InviteTransition> = [
  move("deliver", ["pending"], "sent"),
  move("fail", ["pending", "sent"], "failed"),
  move("change", unaccepted, null),
  move("resend", unaccepted, "pending"),
  move("accept", ["sent"], "accepted"),
  move("revoke", unexpired, "revoked"),
  move("expire", unexpired, "expired")
]

/** The transition for a trigger in this status; undefined when there is none. */
export const findInviteTransition = (trigger: InviteTrigger, status: InviteStatus): InviteTransition | undefined =>
  inviteTransitions.find((transition) => transition.trigger === trigger && transition.from.includes(status))

/** The statuses that expire. */
export const endedByTime: ReadonlyArray<InviteStatus> = inviteTransitions
  .filter(({ trigger }) => trigger === "expire")
  .flatMap(({ from }) => from)

/** The current status, which is `expired` past `expiresAt` even if not stored yet (DOMAIN 7.1). */
export const inviteStatusAt = (
  { expiresAt, status }: Pick<GuestInvite, "expiresAt" | "status">,
  now: DateTime.Utc
): InviteStatus => (endedByTime.includes(status) && DateTime.isLessThanOrEqualTo(expiresAt, now) ? "expired" : status)
