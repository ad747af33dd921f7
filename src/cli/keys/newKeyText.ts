import { Redacted } from "effect"
import type { keyView } from "./keyView.ts"
import { table } from "../table.ts"

/** The text output for a new key, the only one that includes its secret. */
export const newKeyText = (view: ReturnType<typeof keyView>, secret: Redacted.Redacted): string =>
  [
    table([
      ["key", view.id],
      ["name", view.name],
      ["permissions", view.permissions.join(" ")],
      ["expires", view.expiresAt ?? "never"],
      ["secret", Redacted.value(secret)]
    ]),
    "",
    "The secret is shown only once: only its hash is stored."
  ].join("\n")
