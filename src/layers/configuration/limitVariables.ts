import * as Rule from "./Rule.ts"
import { variable } from "./Variable.ts"

const maxPerMinute = Rule.integer(1, 10_000_000)
const maxPerHour = maxPerMinute

/** The rate limits (HUB-090, PAR-136, MEM-008, PUB-020). */
export const limitVariables = {
  limitHubKey: variable("HUB_LIMIT_HUB_KEY", maxPerMinute, "600", "Requests per minute of one hub key"),
  limitHubTransition: variable(
    "HUB_LIMIT_HUB_TRANSITION",
    maxPerMinute,
    "120",
    "Transitions per minute of one hub key"
  ),
  limitOperator: variable("HUB_LIMIT_OPERATOR", maxPerMinute, "600", "Requests per minute of one operator"),
  limitOperatorWrites: variable(
    "HUB_LIMIT_OPERATOR_WRITES",
    maxPerMinute,
    "120",
    "Writes per minute of one operator, including sign-ins"
  ),
  limitPartnerKey: variable(
    "HUB_LIMIT_PARTNER_KEY",
    maxPerMinute,
    "600",
    "Requests per minute of one partner key, or of one operator on the Partner API"
  ),
  limitPartnerWrites: variable(
    "HUB_LIMIT_PARTNER_WRITES",
    maxPerMinute,
    "300",
    "Writes per minute of one partner key, or of one operator on the Partner API"
  ),
  limitMember: variable("HUB_LIMIT_MEMBER", maxPerMinute, "300", "Requests per minute of one member"),
  limitMemberLookup: variable(
    "HUB_LIMIT_MEMBER_LOOKUP",
    maxPerMinute,
    "10",
    "Look-ups and links of a stay by confirmation code per minute of one member"
  ),
  limitPublic: variable("HUB_LIMIT_PUBLIC", maxPerMinute, "120", "Public requests per minute of one address"),
  limitAddress: variable(
    "HUB_LIMIT_ADDRESS",
    maxPerMinute,
    "1200",
    "Requests per minute of one address, counted before authentication. Probes, metrics, documents and images of pages have another such limit, and so do pages that are not cached in memory, and provider callbacks"
  ),
  limitInviteAddress: variable(
    "HUB_LIMIT_INVITE_ADDRESS",
    maxPerMinute,
    "20",
    "Unauthenticated requests for an invite per minute of one address"
  ),
  limitInviteLink: variable(
    "HUB_LIMIT_INVITE_LINK",
    maxPerHour,
    "60",
    "Requests for an invite per hour through one invite link"
  ),
  limitInviteRecipient: variable(
    "HUB_LIMIT_INVITE_RECIPIENT",
    maxPerHour,
    "3",
    "Invites per hour sent to one recipient through invite links; further ones are dropped silently"
  ),
  limitInviteResend: variable(
    "HUB_LIMIT_INVITE_RESEND",
    maxPerHour,
    "3",
    "Resends per hour of one invite, and to one recipient by one organization"
  )
}
