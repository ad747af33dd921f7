import { listBrands } from "../../domain/brands/listBrands.ts"
import { handlersOf } from "../surface/handlers.ts"
import { HubApi } from "./HubApi.ts"

export const BrandsHandlers = handlersOf(
  HubApi,
  "brands"
)({
  listBrands: ({ query }) => listBrands({ limit: query.limit, cursor: query.cursor })
})
