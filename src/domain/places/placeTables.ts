import { table } from "../dataset/Table.ts"
import { Place } from "./Place.ts"

/** The places suggested for searches. */
export const placeTables = {
  places: table(Place, {
    key: ["id"],
    uniques: { places_source_id_key: { fields: ["sourceId"] } },
    tenant: { none: "places are public and have no tenant" }
  })
}
