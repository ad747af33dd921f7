import { Effect, Option } from "effect"
import { NotFound } from "../shared/NotFound.ts"
import { type PageTheme, defaultTheme } from "../themes/Theme.ts"
import { changedTokens, type ThemeChange } from "../themes/ThemeChange.ts"
import { changeDraft } from "./changeDraft.ts"
import type { PageGroup } from "./PageGroup.ts"
import { Pages } from "./Pages.ts"
import { toPageTheme } from "./PageView.ts"

const kitTheme = Effect.fnUntraced(function* ({ organizationId }: PageGroup, themeKitId: string) {
  const kit = yield* Pages.use(({ findThemeKitForShare }) => findThemeKitForShare({ organizationId, themeKitId }))
  if (Option.isNone(kit)) return yield* new NotFound({ field: "themeKitId" })
  const { borderRadius, colors, fonts, logoUrl } = kit.value
  return { themeKitId, colors, fonts, logoUrl, borderRadius } satisfies PageTheme
})

/**
 * Changes the theme of a draft: a kit replaces all tokens, then the individual tokens of the change are applied
 * (PAR-077). Later changes of the kit do not affect the page.
 */
export const changePageTheme = Effect.fnUntraced(function* (
  pageGroupId: string,
  change: ThemeChange & Partial<Pick<PageTheme, "themeKitId">>,
  expectedVersion: number | undefined
) {
  const { themeKitId } = change
  const { number, theme } = yield* changeDraft(pageGroupId, expectedVersion, ({ group }, draft) => {
    const current = draft?.theme ?? defaultTheme
    const base =
      themeKitId === undefined
        ? Effect.succeed(current)
        : themeKitId === null
          ? Effect.succeed({ ...current, themeKitId })
          : kitTheme(group, themeKitId)
    return Effect.map(base, (from) => ({
      theme: {
        themeKitId: from.themeKitId,
        ...changedTokens(from, change),
        logoUrl: change.logoUrl === undefined ? from.logoUrl : change.logoUrl,
        borderRadius: change.borderRadius ?? from.borderRadius
      }
    }))
  })
  return toPageTheme({ number, theme })
})
