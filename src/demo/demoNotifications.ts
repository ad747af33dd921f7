import { Record } from "effect"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import type { Notification } from "../domain/notifications/Notification.ts"
import type { DemoClock } from "./DemoClock.ts"
import { memberIds } from "./demoMembers.ts"
import { stays } from "./stays.ts"

type NotificationText = Pick<Notification, "type" | "isWallet" | "title" | "message" | "messageParts" | "metadata">

const stay = stays.find(({ member }) => member === "M1")?.externalId ?? ""

/** One text for every type, two where a type may or may not be about the wallet (MEM-105). */
const kinds = {
  walletEarned: {
    type: "wallet",
    isWallet: true,
    title: "Points credited",
    message: "You earned 1250 points at Venue V1",
    messageParts: { points: 1250, propertyName: "Venue V1" },
    metadata: { actionUrl: "/wallet" }
  },
  reservationConfirmed: {
    type: "reservation",
    isWallet: false,
    title: "Stay confirmed",
    message: "Your stay is confirmed",
    messageParts: { reservationId: stay },
    metadata: { actionUrl: `/reservations/${stay}` }
  },
  systemNotice: {
    type: "system",
    isWallet: false,
    title: "Terms of use",
    message: "The terms of use have changed",
    messageParts: null,
    metadata: {}
  },
  promotionOffer: {
    type: "promotion",
    isWallet: false,
    title: "A suite for less",
    message: "Suites cost fewer points this week",
    messageParts: { days: 7 },
    metadata: { actionUrl: "/offers" }
  },
  walletExpiring: {
    type: "wallet",
    isWallet: true,
    title: "Points expire soon",
    message: "400 points expire in 30 days",
    messageParts: { points: 400, days: 30 },
    metadata: { actionUrl: "/wallet" }
  },
  reservationChanged: {
    type: "reservation",
    isWallet: false,
    title: "Stay changed",
    message: "The dates of your stay have changed",
    messageParts: null,
    metadata: { actionUrl: `/reservations/${stay}` }
  },
  systemStatement: {
    type: "system",
    isWallet: true,
    title: "Statement ready",
    message: "Your statement of points is ready",
    messageParts: null,
    metadata: { actionUrl: "/wallet/activity" }
  },
  promotionDouble: {
    type: "promotion",
    isWallet: true,
    title: "Double points",
    message: "Stays in May earn twice the points",
    messageParts: { factor: 2 },
    metadata: { actionUrl: "/wallet", campaign: { months: ["May"] } }
  }
} satisfies Readonly<Record<string, NotificationText>>

const rounds = (count: number) => Array.from({ length: count }, (_, round) => round)

const notificationsOf = (member: "M1" | "M2", count: number) =>
  rounds(count).flatMap((round) =>
    Record.toEntries<string, NotificationText>(kinds).map(([kind, what], position) => ({
      name: `${member}_${kind}_${round + 1}`,
      member,
      what,
      isRead: (round + position) % 2 === 1
    }))
  )

/** M1 has five of each kind, which is more than a page; M2 has one. */
const plan = [...notificationsOf("M1", 5), ...notificationsOf("M2", 1)]

const firstId = 31_001

/** Fixture name to the id that members see. */
export const notificationIds = Record.fromEntries(
  plan.map(({ name }, position): [string, number] => [name, firstId + position])
)

/** Three hours apart, in pairs of equal time, so that ids decide the order within a pair. */
const row = ({ isRead, member, what }: (typeof plan)[number], position: number, clock: DemoClock): Notification => {
  const hours = 3 + 3 * Math.floor(position / 2)
  const createdAt = clock.ago({ hours })
  const readAt = isRead ? clock.ago({ hours: hours - 2 }) : null
  return {
    id: firstId + position,
    memberId: memberIds[member],
    ...what,
    dedupeKey: null,
    readAt,
    createdAt,
    updatedAt: readAt ?? createdAt
  }
}

/** Notifications of M1 and M2, read and unread; other members have none (MEM-102 to MEM-105). */
export const demoNotifications = (clock: DemoClock): Pick<Dataset, "notifications"> => ({
  notifications: plan.map((fact, position) => row(fact, position, clock))
})
