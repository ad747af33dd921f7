import * as Rule from "./Rule.ts"
import { variable } from "./Variable.ts"

const mostPerMinute = Rule.integer(1, 10_000_000)
const mostPerHour = mostPerMinute

/** The limits of requests, by what they count (HUB-090, PAR-136, MEM-008, PUB-020). */
export const limitVariables = {
  limitHubKey: variable("HUB_LIMIT_HUB_KEY", mostPerMinute, "600", "Requests per minute of one hub key"),
  limitHubTransition: variable(
    "HUB_LIMIT_HUB_TRANSITION",
    mostPerMinute,
    "120",
    "Transitions per minute of one hub key"
  ),
  limitOperator: variable("HUB_LIMIT_OPERATOR", mostPerMinute, "600", "Requests per minute of one operator"),
  limitOperatorWrites: variable(
    "HUB_LIMIT_OPERATOR_WRITES",
    mostPerMinute,
    "120",
    "Writes per minute of one operator, sign-ins among them"
  ),
  limitPartnerKey: variable("HUB_LIMIT_PARTNER_KEY", mostPerMinute, "600", "Requests per minute of one partner key"),
  limitPartnerWrites: variable(
    "HUB_LIMIT_PARTNER_WRITES",
    mostPerMinute,
    "300",
    "Writes per minute of one partner key"
  ),
  limitMember: variable("HUB_LIMIT_MEMBER", mostPerMinute, "300", "Requests per minute of one member"),
  limitMemberLookup: variable(
    "HUB_LIMIT_MEMBER_LOOKUP",
    mostPerMinute,
    "10",
    "Times per minute one member may look up or link a stay by its confirmation code"
  ),
  limitPublic: variable("HUB_LIMIT_PUBLIC", mostPerMinute, "120", "Public requests per minute of one address"),
  limitAddress: variable(
    "HUB_LIMIT_ADDRESS",
    mostPerMinute,
    "1200",
    "Requests per minute of one address, counted before authentication; as many again for probes, metrics and documents, and for pages that are not kept in memory"
  ),
  limitInviteAddress: variable(
    "HUB_LIMIT_INVITE_ADDRESS",
    mostPerMinute,
    "20",
    "Times per minute that one address may ask for an invite without a credential"
  ),
  limitInviteLink: variable(
    "HUB_LIMIT_INVITE_LINK",
    mostPerHour,
    "60",
    "Invites per hour that may be asked for by one invite link"
  ),
  limitInviteRecipient: variable(
    "HUB_LIMIT_INVITE_RECIPIENT",
    mostPerHour,
    "3",
    "Invites per hour that are sent to one recipient who is asked for by invite links; no more are sent, without a word"
  ),
  limitInviteResend: variable(
    "HUB_LIMIT_INVITE_RESEND",
    mostPerHour,
    "3",
    "Times per hour that one invite may be sent again, and that one recipient may be sent one again by an organization"
  )
}
