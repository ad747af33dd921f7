import { Context, type Effect } from "effect"
import type { IntegrationId } from "../access/ApiKey.ts"
import type { IntegrationGrant } from "./MessagingGrant.ts"

/** The grants of integrations. Read on every request, so that a revocation takes effect immediately (HUB-034). */
export class MessagingGrants extends Context.Service<
  MessagingGrants,
  {
    /** Every grant of the integration in its own organization's workspaces, active or not, by id. */
    readonly listByIntegration: (integrationId: IntegrationId) => Effect.Effect<ReadonlyArray<IntegrationGrant>>
  }
>()("hub/domain/messaging/MessagingGrants") {}
