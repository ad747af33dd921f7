import { OfferCodeStatus } from "../../domain/offers/OfferCode.ts"

/** The counts of codes by status, from rows under this name with the columns `status` and `codes`. */
export const codeCounts = (rows: string) =>
  OfferCodeStatus.literals
    .map((status) => {
      const sum = `sum(${rows}.codes) FILTER (WHERE ${rows}.status = '${status}')`
      return `coalesce(${sum}, 0)::integer AS "${status}"`
    })
    .join(", ")
