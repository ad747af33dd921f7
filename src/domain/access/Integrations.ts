import { Context, type Effect } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { Integration } from "./ApiKey.ts"

/** The third parties that hub keys act for. */
export class Integrations extends Context.Service<
  Integrations,
  {
    /** The integrations of one organization (internal id), oldest first. */
    readonly list: (organizationId: OrganizationId) => Effect.Effect<ReadonlyArray<Integration>>
  }
>()("hub/domain/access/Integrations") {}
