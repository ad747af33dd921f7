import { Context, type Effect, type Option } from "effect"
import type { AssistantClient } from "./AssistantClient.ts"

/** The registered assistant hosts (INT-025). */
export class AssistantClients extends Context.Service<
  AssistantClients,
  {
    readonly find: (clientId: string) => Effect.Effect<Option.Option<AssistantClient>>
    /** Locked until the transaction ends. */
    readonly findForUpdate: (clientId: string) => Effect.Effect<Option.Option<AssistantClient>>
    /** Oldest first, at most `limit`. */
    readonly list: (limit: number) => Effect.Effect<ReadonlyArray<AssistantClient>>
    /** False, without effect, if the host is registered already. */
    readonly insert: (client: AssistantClient) => Effect.Effect<boolean>
    readonly update: (clientId: string, change: Pick<AssistantClient, "name" | "allowlisted">) => Effect.Effect<void>
  }
>()("hub/domain/assistants/AssistantClients") {}
