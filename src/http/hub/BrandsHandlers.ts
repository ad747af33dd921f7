import { HttpApiBuilder } from "effect/http-api"
import { listBrands } from "../../domain/brands/listBrands.ts"
import { permitted } from "../surface/permission.ts"
import { HubApi } from "./HubApi.ts"

export const BrandsHandlers = HttpApiBuilder.group(HubApi, "brands", (handlers) =>
  handlers.handleAll({
    listBrands: permitted(({ query }) => listBrands({ limit: query.limit, cursor: query.cursor }))
  })
)
