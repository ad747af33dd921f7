import { Context, type DateTime, type Effect, type Option } from "effect"
import type { ChatConsultation } from "./ChatConsultation.ts"
import type { ChatUser } from "./ChatIdentities.ts"

/** The consultations of operators in chats (INT-044). */
export class ChatConsultations extends Context.Service<
  ChatConsultations,
  {
    /** The user's open consultation, which may be past `endsAt`. */
    readonly findOpen: (user: ChatUser) => Effect.Effect<Option.Option<ChatConsultation>>
    /** Open or closed. */
    readonly find: (
      consultation: Pick<ChatConsultation, "organizationId" | "id">
    ) => Effect.Effect<Option.Option<ChatConsultation>>
    readonly insert: (consultation: Omit<ChatConsultation, "id">) => Effect.Effect<void>
    /** Sets the number of turns. */
    readonly updateTurns: (
      consultation: Pick<ChatConsultation, "organizationId" | "id">,
      turns: number
    ) => Effect.Effect<void>
    /** Closes the open consultation of a user; no effect if there is none. */
    readonly close: (
      user: ChatUser,
      closed: { readonly by: NonNullable<ChatConsultation["closedBy"]>; readonly at: DateTime.Utc }
    ) => Effect.Effect<void>
  }
>()("hub/domain/chat/ChatConsultations") {}
