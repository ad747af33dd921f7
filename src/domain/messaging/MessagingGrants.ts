import { Context, type Effect } from "effect"
import type { IntegrationId } from "../access/ApiKey.ts"
import type { IntegrationGrant } from "./MessagingGrant.ts"

/** What operators granted to integrations. Read anew at every request: a grant that ends, ends at once (HUB-034). */
export class MessagingGrants extends Context.Service<
  MessagingGrants,
  {
    /** Every grant of the integration in workspaces of its own organization, active or not, by id. */
    readonly listByIntegration: (integrationId: IntegrationId) => Effect.Effect<ReadonlyArray<IntegrationGrant>>
  }
>()("hub/domain/messaging/MessagingGrants") {}
