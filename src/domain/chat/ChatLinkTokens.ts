import { Context, type DateTime, type Effect, type Option } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { ChatInstallation } from "./ChatInstallation.ts"
import type { ChatLinkToken } from "./ChatLinkToken.ts"

/** A link that can be confirmed, with the installation it was requested at. */
export interface OpenChatLink {
  readonly link: ChatLinkToken
  readonly installation: Pick<ChatInstallation, "id" | "xid" | "name">
}

/** The links requested by users of chat platforms (INT-043). */
export class ChatLinkTokens extends Context.Service<
  ChatLinkTokens,
  {
    /** Replaces the unused links of the same user, so that at most one is open. */
    readonly insert: (link: Omit<ChatLinkToken, "id">) => Effect.Effect<void>
    /** An unused, unexpired link of one organization. */
    readonly findOpen: (
      organizationId: OrganizationId,
      tokenHash: string,
      now: DateTime.Utc
    ) => Effect.Effect<Option.Option<OpenChatLink>>
    /** Marks an unused link as used; false, without effect, if another transaction did. */
    readonly use: (link: Pick<ChatLinkToken, "organizationId" | "id">, now: DateTime.Utc) => Effect.Effect<boolean>
    /** Removes links of all organizations that expired before `instant`; returns how many. */
    readonly removeBefore: (instant: DateTime.Utc) => Effect.Effect<number>
  }
>()("hub/domain/chat/ChatLinkTokens") {}
