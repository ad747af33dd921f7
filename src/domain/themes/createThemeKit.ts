import { Effect, Option } from "effect"
import { writingOrganization } from "../access/writingOrganization.ts"
import { addThemeKit } from "./addThemeKit.ts"
import { defaultTheme } from "./Theme.ts"
import { ThemeKits } from "./ThemeKits.ts"
import type { NewThemeKit } from "./ThemeKitSettings.ts"

/** Creates a theme kit; the first one of an organization is its default. */
export const createThemeKit = Effect.fnUntraced(function* ({
  borderRadius = defaultTheme.borderRadius,
  logoUrl = null,
  ...settings
}: NewThemeKit) {
  const { id: organizationId } = yield* writingOrganization
  const currentDefault = yield* ThemeKits.use(({ findDefaultForUpdate }) => findDefaultForUpdate(organizationId))
  return yield* addThemeKit({
    organizationId,
    settings: { ...settings, logoUrl, borderRadius },
    isDefault: Option.isNone(currentDefault),
    action: "created"
  })
})
