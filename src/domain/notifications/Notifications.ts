import { Context, type DateTime, type Effect, type Schema } from "effect"
import type { MemberId } from "../members/Member.ts"
import type { NotificationMissing } from "./NotificationErrors.ts"
import type { NotificationRecord, UnreadCount } from "./NotificationRecord.ts"

/** Whether a notification concerns the wallet is fixed by its type, where the type says so (MEM-105). */
type Concern =
  | { readonly type: "wallet"; readonly isWallet: true }
  | { readonly type: "reservation"; readonly isWallet: false }
  | { readonly type: "system" | "promotion"; readonly isWallet: boolean }

/**
 * What a member is to be told, unread. `metadata` may say where it leads (`actionUrl`); `messageParts` are what the
 * message was made of. With a `dedupeKey` the member is told once, whoever tells them and however often.
 */
export type NewNotification = Concern & {
  readonly memberId: MemberId
  readonly title: string
  readonly message: string
  readonly messageParts?: Readonly<Record<string, Schema.Json>>
  readonly metadata: Readonly<Record<string, Schema.Json>>
  readonly createdAt: DateTime.Utc
  readonly dedupeKey?: string
}

/** Which of a member's notifications to list; without `isRead` or `isWallet` these make no difference. */
export interface NotificationsQuery {
  readonly memberId: MemberId
  readonly order: "asc" | "desc"
  readonly isRead: boolean | undefined
  readonly isWallet: boolean | undefined
  readonly limit: number
  readonly offset: number
}

export interface NotificationsPage {
  readonly items: ReadonlyArray<NotificationRecord>
  readonly total: number
}

/** A notification becomes read or unread at `now`. */
export interface ReadChange {
  readonly memberId: MemberId
  readonly id: number
  readonly isRead: boolean
  readonly now: DateTime.Utc
}

/** What members are told, each row one member's own. Belongs to the transaction that it is called in. */
export class Notifications extends Context.Service<
  Notifications,
  {
    /** Does nothing when the member has one with the same `dedupeKey`. */
    readonly insert: (notification: NewNotification) => Effect.Effect<void>
    /** By creation, then id, both in `order`; `total` counts what the filters leave (MEM-102, MEM-103). */
    readonly list: (query: NotificationsQuery) => Effect.Effect<NotificationsPage>
    readonly getUnreadCount: (memberId: MemberId) => Effect.Effect<UnreadCount>
    /**
     * Reading again keeps the row as it is; marking as unread moves `updatedAt` on whatever the row was, by a
     * millisecond at least (MEM-106, MEM-109, A-30).
     */
    readonly changeRead: (change: ReadChange) => Effect.Effect<NotificationRecord, NotificationMissing>
  }
>()("hub/domain/notifications/Notifications") {}
