import { Effect } from "effect"
import { ChatInstallations } from "../../domain/chat/ChatInstallations.ts"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"
import { SmsInstallations } from "../../domain/sms/SmsInstallations.ts"

/** An organization's chat and SMS installations, each oldest first. */
export const allOf = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const chat = yield* ChatInstallations.use(({ list }) => list(organizationId))
  const sms = yield* SmsInstallations.use(({ list }) => list(organizationId))
  return { chat, sms }
})
