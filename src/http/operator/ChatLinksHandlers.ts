import { Effect } from "effect"
import { confirmChatLink } from "../../domain/chat/confirmChatLink.ts"
import { getChatLink } from "../../domain/chat/getChatLink.ts"
import { removeChatLink } from "../../domain/chat/removeChatLink.ts"
import { OperatorCaller, organizationOfOperator } from "../../domain/operators/OperatorCaller.ts"
import { organizationsManage } from "../../domain/operators/operatorPermissions.ts"
import { handlersOf } from "../surface/handlers.ts"
import { OperatorApi } from "./OperatorApi.ts"

const linking = Effect.gen(function* () {
  const { operator, permissions } = yield* OperatorCaller
  const { id: organizationId } = yield* organizationOfOperator
  return { operatorId: operator.id, organizationId, isManager: permissions.has(organizationsManage) }
})

export const ChatLinksHandlers = handlersOf(
  OperatorApi,
  "chatLinks"
)({
  getChatLink: ({ params }) =>
    Effect.flatMap(organizationOfOperator, ({ id: organizationId }) => getChatLink(organizationId, params.chatLinkId)),
  confirmChatLink: ({ params, payload }) =>
    Effect.flatMap(linking, (operator) => confirmChatLink(operator, params.token, payload.externalUserId)),
  removeChatLink: ({ params }) => Effect.flatMap(linking, (operator) => removeChatLink(operator, params.chatLinkId))
})
