import { Effect } from "effect"
import { audit } from "../audit/audit.ts"
import { ResourceInUse } from "../shared/ResourceConflicts.ts"
import { lockThemeKit } from "./lockThemeKit.ts"
import { settingsOf } from "./ThemeKitSettings.ts"
import { ThemeKits } from "./ThemeKits.ts"

/**
 * Removes a kit that is not the default and that no page uses. A concurrent application of the kit to a page either
 * comes first, and the removal is refused, or fails to find the kit.
 */
export const removeThemeKit = Effect.fnUntraced(function* (themeKitId: string) {
  const kit = yield* lockThemeKit(themeKitId)
  const kits = yield* ThemeKits
  if (kit.isDefault) return yield* new ResourceInUse({ usedBy: "organization" })
  if (yield* kits.isUsed(kit)) return yield* new ResourceInUse({ usedBy: "pages" })
  yield* kits.remove(kit)
  yield* audit({
    organizationId: kit.organizationId,
    action: "theme_kit.removed",
    subject: `theme_kit:${themeKitId}`,
    before: settingsOf(kit),
    after: null
  })
})
