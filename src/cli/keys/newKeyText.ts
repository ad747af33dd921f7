import { Redacted } from "effect"
import type { keyView } from "./keyView.ts"
import { table } from "../table.ts"

/** A new key for a person: the only time that its secret is shown. */
export const newKeyText = (view: ReturnType<typeof keyView>, secret: Redacted.Redacted): string =>
  [
    table([
      ["key", view.id],
      ["name", view.name],
      ["rights", view.permissions.join(" ")],
      ["expires", view.expiresAt ?? "never"],
      ["secret", Redacted.value(secret)]
    ]),
    "",
    "The secret is shown this once: only its hash is kept."
  ].join("\n")
