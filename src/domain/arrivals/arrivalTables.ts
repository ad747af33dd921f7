import { table } from "../dataset/Table.ts"
import { ArrivalRebuild } from "./ArrivalRebuild.ts"
import { ArrivalTask } from "./ArrivalTask.ts"

/** Arrival tasks, and their pending rebuilds. */
export const arrivalTables = {
  arrivalRebuilds: table(ArrivalRebuild, {
    key: ["id"],
    references: { arrival_rebuilds_organization_id_fkey: { fields: ["organizationId"], to: "organizations" } },
    tenant: { none: "the job reads them for all organizations" },
    journal: true
  }),
  arrivalTasks: table(ArrivalTask, {
    key: ["id"],
    uniques: {
      arrival_tasks_reservation_key: { fields: ["reservationId"] },
      arrival_tasks_xid_key: { fields: ["xid"] }
    },
    references: {
      arrival_tasks_member_id_fkey: { fields: ["memberId"], to: "members" },
      arrival_tasks_organization_id_property_id_fkey: { fields: ["organizationId", "propertyId"], to: "properties" },
      arrival_tasks_organization_id_reservation_id_fkey: {
        fields: ["organizationId", "reservationId"],
        to: "reservations"
      }
    },
    tenant: "organizationId"
  })
}
