import { Context, type DateTime, type Effect, type Option } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { ChatIdentityTaken } from "./ChatErrors.ts"
import type { ChatIdentity } from "./ChatIdentity.ts"

/** A user of a chat platform. */
export type ChatUser = Pick<ChatIdentity, "organizationId" | "installationId" | "externalUserId">

/** The links between users of chat platforms and operators. */
export class ChatIdentities extends Context.Service<
  ChatIdentities,
  {
    readonly find: (user: ChatUser) => Effect.Effect<Option.Option<ChatIdentity>>
    /** By external id, within the organization. */
    readonly findByXid: (organizationId: OrganizationId, xid: string) => Effect.Effect<Option.Option<ChatIdentity>>
    readonly insert: (identity: Omit<ChatIdentity, "id">) => Effect.Effect<void, ChatIdentityTaken>
    /** Records a turn, and locks the identity until the transaction ends; none if the user is not linked. */
    readonly updateLastTurn: (user: ChatUser, now: DateTime.Utc) => Effect.Effect<Option.Option<ChatIdentity>>
    /** Returns whether it existed. */
    readonly remove: (identity: Pick<ChatIdentity, "organizationId" | "id">) => Effect.Effect<boolean>
  }
>()("hub/domain/chat/ChatIdentities") {}
