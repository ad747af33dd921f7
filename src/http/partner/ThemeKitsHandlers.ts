import { Effect } from "effect"
import { changeThemeKit } from "../../domain/themes/changeThemeKit.ts"
import { createThemeKit } from "../../domain/themes/createThemeKit.ts"
import { duplicateThemeKit } from "../../domain/themes/duplicateThemeKit.ts"
import { getThemeKit, listThemeKits } from "../../domain/themes/readThemeKits.ts"
import { removeThemeKit } from "../../domain/themes/removeThemeKit.ts"
import { setDefaultThemeKit } from "../../domain/themes/setDefaultThemeKit.ts"
import { handlersOf } from "../surface/handlers.ts"
import { expects, withETag } from "../surface/schemas/versioned.ts"
import { PartnerApi } from "./PartnerApi.ts"

export const ThemeKitsHandlers = handlersOf(
  PartnerApi,
  "themeKits"
)({
  listThemeKits: ({ query }) => listThemeKits(query),
  createThemeKit: ({ payload }) => Effect.map(createThemeKit(payload), withETag),
  getThemeKit: ({ params }) => Effect.map(getThemeKit(params.themeKitId), withETag),
  changeThemeKit: ({ headers, params, payload: { expectedVersion, ...change } }) =>
    Effect.map(changeThemeKit(params.themeKitId, change, expects(headers, { expectedVersion })), withETag),
  removeThemeKit: ({ params }) => removeThemeKit(params.themeKitId),
  duplicateThemeKit: ({ params, payload }) => Effect.map(duplicateThemeKit(params.themeKitId, payload.name), withETag),
  setDefaultThemeKit: ({ params }) => Effect.map(setDefaultThemeKit(params.themeKitId), withETag)
})
