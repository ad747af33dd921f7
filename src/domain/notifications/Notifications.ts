import { Context, type DateTime, type Effect, type Schema } from "effect"
import type { DueClaims } from "../fulfillments/DueClaims.ts"
import type { MemberId } from "../members/Member.ts"
import type { Page } from "../shared/Page.ts"
import type { NotificationMissing } from "./NotificationErrors.ts"
import type { NotificationRecord, UnreadCount } from "./NotificationRecord.ts"

/** `isWallet` is implied by the types `wallet` and `reservation`, and explicit otherwise (MEM-105). */
type Concern =
  | { readonly type: "wallet"; readonly isWallet: true }
  | { readonly type: "reservation"; readonly isWallet: false }
  | { readonly type: "system" | "promotion"; readonly isWallet: boolean }

/**
 * A new, unread notification. `metadata` may carry its link (`actionUrl`); `messageParts` are the parts of its message.
 * With a `dedupeKey` it is inserted once per member, however often it is sent.
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

/** Which of a member's notifications to list; `isRead` and `isWallet` filter only when present. */
export interface NotificationsQuery {
  readonly memberId: MemberId
  readonly order: "asc" | "desc"
  readonly isRead: boolean | undefined
  readonly isWallet: boolean | undefined
  readonly now: DateTime.Utc
  readonly limit: number
  readonly offset: number
}

/** Settling due claims writes notifications (F15, F16). */
export interface NotificationsPage extends DueClaims, Page<NotificationRecord> {}

/** Marks a notification as read or unread at `now`. */
export interface ReadChange {
  readonly memberId: MemberId
  readonly id: number
  readonly isRead: boolean
  readonly now: DateTime.Utc
}

/** `hasChanged` is false for one that was read already and is marked as read again. */
export interface MarkedNotification {
  readonly notification: NotificationRecord
  readonly hasChanged: boolean
}

/** Members' notifications, each row belonging to one member. Runs in the caller's transaction. */
export class Notifications extends Context.Service<
  Notifications,
  {
    /** Does nothing if the member already has one with the same `dedupeKey`. */
    readonly insert: (notification: NewNotification) => Effect.Effect<void>
    /** By creation, then id, both in `order`; `total` counts the matches on all pages (MEM-102, MEM-103). */
    readonly list: (query: NotificationsQuery) => Effect.Effect<NotificationsPage>
    readonly getUnreadCount: (query: {
      readonly memberId: MemberId
      readonly now: DateTime.Utc
    }) => Effect.Effect<UnreadCount & DueClaims>
    /**
     * Marking as read again has no effect; marking as unread always advances `updatedAt`, by at least a millisecond
     * (MEM-106, MEM-109, A-30).
     */
    readonly changeRead: (change: ReadChange) => Effect.Effect<MarkedNotification, NotificationMissing>
  }
>()("hub/domain/notifications/Notifications") {}
