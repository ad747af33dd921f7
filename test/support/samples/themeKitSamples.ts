import { demoIds } from "../../../src/demo/demoIds.ts"
import type { Sample } from "../http/Sample.ts"

const path = "/v1/partner/theme-kits"

/** An endpoint of a kit, which all callers of its organization can see. */
const kit = (name: keyof typeof demoIds.themeKits, more = "") => ({
  path: `${path}/${demoIds.themeKits[name]}${more}`,
  foreign: `${path}/${demoIds.themeKits.B_free}${more}`,
  isShared: true as const
})

const newKit = { name: "Winter", colors: { primary: "#0b5d78" }, fonts: { body: "Lora" } }

/** A successful request to each theme kit endpoint. */
export const themeKitSamples = {
  listThemeKits: { path },
  createThemeKit: { path, body: newKit, otherBody: { ...newKit, borderRadius: 0 }, status: 201 },
  getThemeKit: kit("A_used"),
  changeThemeKit: {
    ...kit("A_used"),
    body: { colors: { accent: "#0b5d78" } },
    otherBody: { fonts: { heading: null }, logoUrl: "https://images.example.com/logo.svg" }
  },
  removeThemeKit: { ...kit("A_free"), status: 204 },
  duplicateThemeKit: { ...kit("A_used", "/duplicate"), body: { name: "Dawn" }, otherBody: {}, status: 201 },
  setDefaultThemeKit: kit("A_used", "/set-default")
} satisfies Readonly<Record<string, Sample>>
