import { DateTime, Effect, type Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { audit } from "../audit/audit.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { toThemeKitView } from "./ThemeKitView.ts"
import type { ThemeKitSettings } from "./ThemeKitSettings.ts"
import { ThemeKits } from "./ThemeKits.ts"

interface Addition {
  readonly organizationId: OrganizationId
  readonly settings: ThemeKitSettings
  readonly isDefault: boolean
  readonly action: "created" | "duplicated"
  readonly note?: Readonly<Record<string, Schema.Json>>
}

/** Inserts version 1 of a kit, which no page uses yet, with an audit entry. */
export const addThemeKit = Effect.fnUntraced(function* ({
  action,
  isDefault,
  note,
  organizationId,
  settings
}: Addition) {
  const random = yield* SecureRandom.SecureRandom
  const now = yield* DateTime.now
  const xid = yield* random.uuidV7()
  const kit = yield* ThemeKits.use(({ insert }) =>
    insert({ ...settings, xid, organizationId, isDefault, version: 1, createdAt: now, updatedAt: now })
  )
  yield* audit({
    organizationId,
    action: `theme_kit.${action}`,
    subject: `theme_kit:${xid}`,
    before: null,
    after: { ...settings, isDefault, ...note }
  })
  return toThemeKitView({ kit, usedByPages: 0 })
})
