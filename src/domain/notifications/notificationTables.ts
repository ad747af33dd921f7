import { table } from "../dataset/Table.ts"
import { Notification } from "./Notification.ts"

/** The notifications of members. */
export const notificationTables = {
  notifications: table(Notification, {
    key: ["id"],
    uniques: { notifications_dedupe_key: { fields: ["memberId", "dedupeKey"] } },
    references: { notifications_member_id_fkey: { fields: ["memberId"], to: "members" } },
    tenant: "memberId"
  })
}
