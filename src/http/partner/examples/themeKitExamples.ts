/** An unused theme kit in the demo data. */
const themeKitId = "019b76da-a800-7d32-ab4f-8b328d60fabb"

const kit = {
  themeKitId,
  name: "Season",
  colors: { primary: "#7a1f2b" },
  fonts: { heading: "Playfair Display", body: "Lato" },
  logoUrl: null,
  borderRadius: 12,
  isDefault: false,
  usedByPages: 0,
  version: 1,
  updatedAt: "2026-02-01T09:12:44.000Z",
  warnings: []
}

const copyId = "019b76da-a800-7a5e-9d0b-4c1d7f2b6a90"

const keyed = (name: string, parameters: Readonly<Record<string, string>>) => ({
  ...parameters,
  "idempotency-key": `example-${name}-1`
})

/** Requests to the theme kit endpoints that succeed against the demo data, by operation id. */
export const themeKitRequests = {
  createThemeKit: {
    parameters: keyed("theme-kit", {}),
    bodies: {
      small: { summary: "With built-in colours and fonts", value: { name: "Plain", colors: {}, fonts: {} } },
      whole: {
        summary: "With everything",
        value: {
          name: "Winter",
          colors: {
            primary: "#0b5d78",
            secondary: "#5b3a29",
            accent: "#a63d40",
            background: "#fbfaf7",
            surface: "#ffffff",
            text: "#1d2733",
            muted: "#55606c",
            border: "#d9dde2"
          },
          fonts: { heading: "Lora", body: "Open Sans" },
          logoUrl: "https://images.example.com/logo.svg",
          borderRadius: 4
        }
      }
    }
  },
  getThemeKit: { parameters: { themeKitId } },
  changeThemeKit: {
    parameters: keyed("theme-kit-change", { themeKitId }),
    bodies: {
      tokens: {
        summary: "Set one colour, remove another, keep the rest",
        value: { colors: { muted: "#9aa3ad", accent: null } }
      },
      expected: { summary: "Only if the version is still 1", value: { name: "Late season", expectedVersion: 1 } }
    }
  },
  removeThemeKit: { parameters: keyed("theme-kit-removal", { themeKitId }) },
  duplicateThemeKit: {
    parameters: keyed("theme-kit-copy", { themeKitId }),
    bodies: { named: { summary: "With a custom name", value: { name: "Season, red" } } }
  },
  setDefaultThemeKit: { parameters: keyed("theme-kit-default", { themeKitId }) }
}

/** Example responses of the theme kit endpoints, by operation id. */
export const themeKitExamples = {
  listThemeKits: { items: [kit], total: 1, limit: 25, offset: 0 },
  createThemeKit: { ...kit, themeKitId: copyId, name: "Plain", colors: {}, fonts: {}, borderRadius: 8 },
  getThemeKit: kit,
  changeThemeKit: {
    ...kit,
    colors: { primary: "#7a1f2b", muted: "#9aa3ad" },
    version: 2,
    warnings: [
      { pair: "muted/background", ratio: 2.55, required: 4.5 },
      { pair: "muted/surface", ratio: 2.38, required: 4.5 }
    ]
  },
  duplicateThemeKit: { ...kit, themeKitId: copyId, name: "Season (copy)" },
  setDefaultThemeKit: { ...kit, isDefault: true, version: 2 }
}
