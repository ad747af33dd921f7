import { Effect, Option } from "effect"
import { writingOrganization } from "../access/writingOrganization.ts"
import { addThemeKit } from "./addThemeKit.ts"
import { plainTheme } from "./Theme.ts"
import { ThemeKits } from "./ThemeKits.ts"
import type { NewThemeKit } from "./ThemeKitSettings.ts"

/** Creates a theme kit; the first one of an organization is its default. */
export const createThemeKit = Effect.fnUntraced(function* ({
  borderRadius = plainTheme.borderRadius,
  logoUrl = null,
  ...named
}: NewThemeKit) {
  const { id: organizationId } = yield* writingOrganization
  const standing = yield* ThemeKits.use(({ findDefaultForUpdate }) => findDefaultForUpdate(organizationId))
  return yield* addThemeKit({
    organizationId,
    settings: { ...named, logoUrl, borderRadius },
    isDefault: Option.isNone(standing),
    action: "created"
  })
})
