import { Record } from "effect"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import type { Notification } from "../domain/notifications/Notification.ts"
import type { DemoClock } from "./DemoClock.ts"
import { memberIds } from "./demoMembers.ts"
import { ledgerPlan } from "./ledgerPlan.ts"
import { stays } from "./stays.ts"

type NotificationText = Pick<Notification, "type" | "isWallet" | "title" | "message" | "messageParts" | "metadata">

/** Subjects of each notified member: an upcoming stay, one that earned points, and points that expire (MEM-002). */
const subjects = {
  M1: { stay: "open", earning: "finalised_v1", expiring: "m1_campaign" },
  M2: { stay: "today", earning: "finalised_m2", expiring: "m2_welcome" }
} as const

type Notified = keyof typeof subjects

const factNamed = <Fact extends { readonly name: string }>(facts: ReadonlyArray<Fact>, name: string): Fact => {
  const found = facts.find((fact) => fact.name === name)
  if (found === undefined) throw new Error(`The demo data has no ${name}`)
  return found
}

const facts = (member: Notified) => {
  const { earning, expiring, stay } = subjects[member]
  const { base, finalisedWith, venue } = factNamed(stays, earning)
  const { description, endsInDays } = factNamed(ledgerPlan, expiring)
  return {
    stay: factNamed(stays, stay).externalId,
    points: (base ?? 0) * Number(finalisedWith),
    propertyName: `Venue ${venue}`,
    grant: description,
    days: endsInDays
  }
}

/** One text per type, and two for types that may or may not be about the wallet (MEM-105). */
const kinds = ({
  days,
  grant,
  points,
  propertyName,
  stay
}: ReturnType<typeof facts>): Readonly<Record<string, NotificationText>> => ({
  walletEarned: {
    type: "wallet",
    isWallet: true,
    title: "Points credited",
    message: `You earned ${points} points at ${propertyName}`,
    messageParts: { points, propertyName },
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
    message: `${grant} expire in ${days} days`,
    messageParts: { grant, days },
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
})

const rounds = (count: number) => Array.from({ length: count }, (_, round) => round)

const notificationsOf = (member: Notified, count: number) =>
  rounds(count).flatMap((round) =>
    Record.toEntries(kinds(facts(member))).map(([kind, what], position) => ({
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
