import { DateTime, Effect, Option } from "effect"
import { audit } from "../audit/audit.ts"
import type { ChatConsultation } from "./ChatConsultation.ts"
import { ChatConsultations } from "./ChatConsultations.ts"
import type { ChatUser } from "./ChatIdentities.ts"

/** Ends the open consultation of a user, if there is one, in the caller's transaction. */
export const closeConsultation = Effect.fnUntraced(function* (
  user: ChatUser,
  by: NonNullable<ChatConsultation["closedBy"]>
) {
  const consultations = yield* ChatConsultations
  const open = yield* consultations.findOpen(user)
  if (Option.isNone(open)) return
  yield* consultations.close(user, { by, at: yield* DateTime.now })
  yield* audit({
    organizationId: user.organizationId,
    action: "chat_consultation.closed",
    subject: `chat_consultation:${open.value.xid}`,
    before: null,
    after: { by }
  })
})
