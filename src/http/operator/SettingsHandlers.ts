import { Effect } from "effect"
import { changeMessagingGrant } from "../../domain/settings/changeMessagingGrant.ts"
import { createIntegration } from "../../domain/settings/createIntegration.ts"
import { createIntegrationKey, withoutSecret } from "../../domain/settings/createIntegrationKey.ts"
import { listIntegrations } from "../../domain/settings/listIntegrations.ts"
import { revokeIntegrationKey } from "../../domain/settings/revokeIntegrationKey.ts"
import { rotatePropertyInviteLink, withoutToken } from "../../domain/settings/rotatePropertyInviteLink.ts"
import { handlersOf } from "../surface/handlers.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import { OperatorApi } from "./OperatorApi.ts"

export const SettingsHandlers = handlersOf(
  OperatorApi,
  "settings"
)({
  listIntegrations: () => listIntegrations,
  createIntegration: ({ payload }) => createIntegration(payload.name),
  createIntegrationKey: {
    staged: ({ params, payload: { expiresAt = null, ...rest } }, once) =>
      once(createIntegrationKey(params.integrationId, { ...rest, expiresAt }), { kept: withoutSecret })
  },
  revokeIntegrationKey: ({ params }) => revokeIntegrationKey(params.integrationId, params.keyId),
  changeMessagingGrant: ({ params, payload }) =>
    Effect.flatMap(RequestFacts, ({ id }) => changeMessagingGrant(params.integrationId, payload, id)),
  rotatePropertyInviteLink: {
    staged: ({ params }, once) => once(rotatePropertyInviteLink(params.propertyId), { kept: withoutToken })
  }
})
